// Files for programs in Node: the system calls of emscripten's C library, made by calls of Node. A
// library for emcc's --js-library.
//
// Emscripten's own NODERAWFS cannot be used: fsync does nothing, offsets have 32 bits, names are
// cut at 255 characters, unknown errors are ignored, open files are known by path only, and
// standard output cannot be duplicated.
//
// Calls run on the main thread, which has the table of open files. But what may wait for another
// program, such as a pipe, is read and written by the calling thread, so that the main thread can
// receive signals. Calls of musl return -errno, those of WASI errno. Addresses from 2^31 on arrive
// as negative numbers, which emscripten's optimizer corrects in HEAP8[...] and similar accesses. It
// does not understand declarations such as `const { a } = b`.

const files = {
  $FILES__deps: ['$ERRNO_CODES'],
  $FILES__postset: "FILES.fs = require('fs'); FILES.tty = require('tty');",
  $FILES: {
    fs: null,
    tty: null,
    // By descriptor: Node's, and from 2^20 on those made by fcntl. An entry has Node's descriptor,
    // the number of descriptors that share it, and the position, which is null where the system
    // keeps it: for standard streams, pipes and devices.
    open: {},
    duplicate: 1 << 20,
    // Higher than any errno. Added to Node's descriptor, it tells the calling thread to
    // use that itself.
    waits: 1 << 10,

    // Returns what `run` returns, or -errno.
    call: function (run) {
      try {
        return run();
      } catch (error) {
        if (error.code === undefined) throw error; // a bug in this file
        return -(ERRNO_CODES[error.code] || {{{ cDefine('EIO') }}});
      }
    },
    fail: function (code) {
      throw Object.assign(new Error(code), { code: code });
    },

    fileOf: function (fd) {
      if (fd >= 0 && fd < 3 && !FILES.open[fd])
        FILES.open[fd] = { fd: fd, users: 1, position: null, path: '' };
      return FILES.open[fd] || FILES.fail('EBADF');
    },
    pathAt: function (folder, path) {
      const text = UTF8ToString(path);
      if (folder === {{{ cDefine('AT_FDCWD') }}} || text.startsWith('/')) return text;
      return FILES.fileOf(folder).path + '/' + text;
    },
    offsetOf: function (low, high) {
      const offset = high * 0x100000000 + (low >>> 0);
      return Number.isSafeInteger(offset) ? offset : FILES.fail('EOVERFLOW');
    },

    // Returns Node's flags for the flags of open in C.
    flagsOf: function (flags) {
      const constants = FILES.fs.constants;
      let made = flags & {{{ cDefine('O_ACCMODE') }}};
      const kNames = [
        [{{{ cDefine('O_CREAT') }}}, 'O_CREAT'],
        [{{{ cDefine('O_EXCL') }}}, 'O_EXCL'],
        [{{{ cDefine('O_NOCTTY') }}}, 'O_NOCTTY'],
        [{{{ cDefine('O_TRUNC') }}}, 'O_TRUNC'],
        [{{{ cDefine('O_APPEND') }}}, 'O_APPEND'],
        [{{{ cDefine('O_NONBLOCK') }}}, 'O_NONBLOCK'],
        [{{{ cDefine('O_DIRECTORY') }}}, 'O_DIRECTORY'],
        [{{{ cDefine('O_NOFOLLOW') }}}, 'O_NOFOLLOW'],
      ];
      for (const row of kNames)
        if ((flags & row[0]) === row[0]) made |= constants[row[1]] || 0; // Windows lacks some
      return made;
    },
    openFile: function (path, flags, mode) {
      const fs = FILES.fs;
      const fd = fs.openSync(path, FILES.flagsOf(flags), mode);
      const keeps = fs.fstatSync(fd).isFile() && (flags & {{{ cDefine('O_APPEND') }}}) === 0;
      FILES.open[fd] = { fd: fd, users: 1, position: keeps ? 0 : null, path: path };
      return fd;
    },
    closeFile: function (fd) {
      const file = FILES.fileOf(fd);
      delete FILES.open[fd];
      if (--file.users === 0 && file.fd > 2) FILES.fs.closeSync(file.fd);
      return 0;
    },

    // Reads or writes `count` blocks, at an offset or the file's position. Stops at the first block
    // that is incomplete. Errors count only if nothing was transferred.
    transfer: function (file, blocks, count, offset, call) {
      let done = 0;
      for (let i = 0; i < count; ++i) {
        const data = HEAPU32[(blocks + 8 * i) >> 2], size = HEAPU32[(blocks + 8 * i + 4) >> 2];
        if (size === 0) continue;
        const start = offset !== null ? offset : file.position;
        let n = 0;
        try {
          n = call(file.fd, HEAPU8, data, size, start === null ? null : start + done);
        } catch (error) {
          if (done === 0 && error.code !== 'EOF') throw error; // Windows throws EOF at a pipe's end
        }
        done += n;
        if (n < size) break;
      }
      if (offset === null && file.position !== null) file.position += done;
      return done;
    },
    // Transfers as calls of WASI: at an offset; at the position, on the main thread; on any thread.
    transferAt: function (result, fd, blocks, count, low, high, call) {
      return -FILES.call(() => {
        const file = FILES.fileOf(fd), offset = FILES.offsetOf(low, high);
        HEAP32[result >> 2] = FILES.transfer(file, blocks, count, offset, call);
        return 0;
      });
    },
    transferNext: function (result, fd, blocks, count, call) {
      return -FILES.call(() => {
        const file = FILES.fileOf(fd);
        if (file.position === null) return -(FILES.waits + file.fd);
        HEAP32[result >> 2] = FILES.transfer(file, blocks, count, null, call);
        return 0;
      });
    },
    finish: function (code, result, blocks, count, call) {
      if (code < FILES.waits) return code;
      return -FILES.call(() => {
        const file = { fd: code - FILES.waits, position: null };
        HEAP32[result >> 2] = FILES.transfer(file, blocks, count, null, call);
        return 0;
      });
    },

    putInt64: function (at, value) {
      HEAP32[at >> 2] = Number(BigInt.asIntN(32, value));
      HEAP32[(at + 4) >> 2] = Number(BigInt.asIntN(32, value >> BigInt(32)));
    },
    putTime: function (at, nanoseconds) {
      const second = BigInt(1000000000);
      HEAP32[at >> 2] = Number(nanoseconds / second);
      HEAP32[(at + 4) >> 2] = Number(nanoseconds % second);
    },
    // In: status, with numbers as BigInt.
    putStatus: function (at, status) {
      const put = (field, value) => (HEAP32[(at + field) >> 2] = Number(BigInt.asIntN(32, value)));
      HEAPU8.fill(0, at >>> 0, (at >>> 0) + {{{ C_STRUCTS.stat.__size__ }}});
      put({{{ C_STRUCTS.stat.st_dev }}}, status.dev);
      put({{{ C_STRUCTS.stat.__st_ino_truncated }}}, status.ino);
      put({{{ C_STRUCTS.stat.st_mode }}}, status.mode);
      put({{{ C_STRUCTS.stat.st_nlink }}}, status.nlink);
      put({{{ C_STRUCTS.stat.st_uid }}}, status.uid);
      put({{{ C_STRUCTS.stat.st_gid }}}, status.gid);
      put({{{ C_STRUCTS.stat.st_rdev }}}, status.rdev);
      put({{{ C_STRUCTS.stat.st_blksize }}}, BigInt(4096));
      put({{{ C_STRUCTS.stat.st_blocks }}}, status.blocks || BigInt(0));
      FILES.putInt64(at + {{{ C_STRUCTS.stat.st_size }}}, status.size);
      FILES.putInt64(at + {{{ C_STRUCTS.stat.st_ino }}}, status.ino);
      FILES.putTime(at + {{{ C_STRUCTS.stat.st_atim.tv_sec }}}, status.atimeNs);
      FILES.putTime(at + {{{ C_STRUCTS.stat.st_mtim.tv_sec }}}, status.mtimeNs);
      FILES.putTime(at + {{{ C_STRUCTS.stat.st_ctim.tv_sec }}}, status.ctimeNs);
      return 0;
    },

    // Writes as many entries as fit to `at`, and returns their size.
    putEntries: function (file, at, size) {
      const kSize = {{{ C_STRUCTS.dirent.__size__ }}};
      file.entries = file.entries || FILES.fs.readdirSync(file.path, { withFileTypes: true });
      file.position = file.position || 0; // the number of entries that have been read
      let end = at;
      for (; file.position < file.entries.length && end + kSize <= at + size; end += kSize) {
        const entry = file.entries[file.position++];
        const kinds = [entry.isDirectory() && 4, entry.isFile() && 8, entry.isSymbolicLink() && 10];
        FILES.putInt64(end + {{{ C_STRUCTS.dirent.d_ino }}}, BigInt(1));
        FILES.putInt64(end + {{{ C_STRUCTS.dirent.d_off }}}, BigInt(0));
        HEAP16[(end + {{{ C_STRUCTS.dirent.d_reclen }}}) >> 1] = kSize;
        HEAP8[end + {{{ C_STRUCTS.dirent.d_type }}}] = kinds.find(Boolean) || 0;
        stringToUTF8(entry.name, end + {{{ C_STRUCTS.dirent.d_name }}}, 256);
      }
      return end - at;
    },
  },

  // --- Open files ---

  __syscall_open: function (path, flags, more) {
    return FILES.call(() => FILES.openFile(UTF8ToString(path), flags, more ? HEAP32[more >> 2] : 0));
  },
  __syscall_fcntl64: function (fd, command, more) {
    return FILES.call(() => {
      const file = FILES.fileOf(fd);
      const kDuplicate = {{{ cDefine('F_DUPFD') }}}, kDuplicateToClose = 1030;
      if (command === kDuplicate || command === kDuplicateToClose) {
        ++file.users;
        FILES.open[++FILES.duplicate] = file;
        return FILES.duplicate;
      }
      const kFlags = [{{{ cDefine('F_GETFD') }}}, {{{ cDefine('F_SETFD') }}}];
      return kFlags.includes(command) ? 0 : FILES.fail('EINVAL');
    });
  },
  fd_close: function (fd) {
    return -FILES.call(() => FILES.closeFile(fd));
  },
  read_next: function (fd, blocks, count, result) {
    return FILES.transferNext(result, fd, blocks, count, FILES.fs.readSync);
  },
  write_next: function (fd, blocks, count, result) {
    return FILES.transferNext(result, fd, blocks, count, FILES.fs.writeSync);
  },
  fd_read__proxy: '',
  fd_read__deps: ['read_next'],
  fd_read: function (fd, blocks, count, result) {
    const code = _read_next(fd, blocks, count, result);
    return FILES.finish(code, result, blocks, count, FILES.fs.readSync);
  },
  fd_write__postset: '', // emscripten's prints what is left in its buffers
  fd_write__proxy: '',
  fd_write__deps: ['write_next'],
  fd_write: function (fd, blocks, count, result) {
    const code = _write_next(fd, blocks, count, result);
    return FILES.finish(code, result, blocks, count, FILES.fs.writeSync);
  },
  fd_pread: function (fd, blocks, count, low, high, result) {
    return FILES.transferAt(result, fd, blocks, count, low, high, FILES.fs.readSync);
  },
  fd_pwrite: function (fd, blocks, count, low, high, result) {
    return FILES.transferAt(result, fd, blocks, count, low, high, FILES.fs.writeSync);
  },
  fd_seek: function (fd, low, high, whence, result) {
    return -FILES.call(() => {
      const file = FILES.fileOf(fd);
      if (file.position === null) FILES.fail('ESPIPE');
      const starts = [0, file.position, whence === 2 ? FILES.fs.fstatSync(file.fd).size : 0];
      const position = starts[whence] + FILES.offsetOf(low, high);
      if (!(position >= 0)) FILES.fail('EINVAL');
      file.position = position;
      FILES.putInt64(result, BigInt(position));
      return 0;
    });
  },
  fd_sync: function (fd) {
    return -FILES.call(() => {
      FILES.fs.fsyncSync(FILES.fileOf(fd).fd);
      return 0;
    });
  },
  // For isatty.
  fd_fdstat_get: function (fd, result) {
    return -FILES.call(() => {
      const isTerminal = FILES.tty.isatty(FILES.fileOf(fd).fd);
      const end = (result >>> 0) + {{{ C_STRUCTS.__wasi_fdstat_t.__size__ }}};
      HEAPU8.fill(0, result >>> 0, end);
      HEAP8[result + {{{ C_STRUCTS.__wasi_fdstat_t.fs_filetype }}}] = isTerminal
        ? {{{ cDefine('__WASI_FILETYPE_CHARACTER_DEVICE') }}}
        : {{{ cDefine('__WASI_FILETYPE_REGULAR_FILE') }}};
      return 0;
    });
  },
  __syscall_ioctl: function (fd, request, more) {
    return FILES.call(() => {
      const file = FILES.fileOf(fd);
      // Using process.stdout or process.stderr for a pipe would change how the pipe works.
      const isKnown = (file.fd === 1 || file.fd === 2) && FILES.tty.isatty(file.fd);
      if (request !== {{{ cDefine('TIOCGWINSZ') }}} || !isKnown) FILES.fail('ENOTTY');
      const size = (file.fd === 1 ? process.stdout : process.stderr).getWindowSize();
      HEAP16.set([size[1], size[0], 0, 0], HEAP32[more >> 2] >> 1);
      return 0;
    });
  },
  // Node cannot tell whether reading or writing would wait: pauses briefly, and says yes.
  // On any thread.
  __syscall_poll__proxy: '',
  __syscall_poll: function (requests, count, milliseconds) {
    const pause = milliseconds < 0 || count > 0 ? Math.min(milliseconds >>> 0, 10) : milliseconds;
    if (pause > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    for (let i = 0; i < count; ++i)
      HEAP16[(requests + 8 * i + 6) >> 1] = HEAP16[(requests + 8 * i + 4) >> 1];
    return count;
  },

  // --- Status and rights ---

  __syscall_fstat64: function (fd, result) {
    return FILES.call(() =>
      FILES.putStatus(result, FILES.fs.fstatSync(FILES.fileOf(fd).fd, { bigint: true })));
  },
  __syscall_stat64: function (path, result) {
    return FILES.call(() =>
      FILES.putStatus(result, FILES.fs.statSync(UTF8ToString(path), { bigint: true })));
  },
  __syscall_lstat64: function (path, result) {
    return FILES.call(() =>
      FILES.putStatus(result, FILES.fs.lstatSync(UTF8ToString(path), { bigint: true })));
  },
  __syscall_fstatat64: function (folder, path, result, flags) {
    return FILES.call(() => {
      const isLink = flags & {{{ cDefine('AT_SYMLINK_NOFOLLOW') }}};
      const stat = isLink ? FILES.fs.lstatSync : FILES.fs.statSync;
      return FILES.putStatus(result, stat(FILES.pathAt(folder, path), { bigint: true }));
    });
  },
  __syscall_faccessat: function (folder, path, mode) {
    return FILES.call(() => {
      FILES.fs.accessSync(FILES.pathAt(folder, path), mode);
      return 0;
    });
  },
  __syscall_chmod: function (path, mode) {
    return FILES.call(() => {
      FILES.fs.chmodSync(UTF8ToString(path), mode);
      return 0;
    });
  },
  __syscall_fchmod: function (fd, mode) {
    return FILES.call(() => {
      FILES.fs.fchmodSync(FILES.fileOf(fd).fd, mode);
      return 0;
    });
  },
  __syscall_chown32: function (path, owner, group) {
    return FILES.call(() => {
      FILES.fs.chownSync(UTF8ToString(path), owner, group);
      return 0;
    });
  },
  __syscall_fchown32: function (fd, owner, group) {
    return FILES.call(() => {
      FILES.fs.fchownSync(FILES.fileOf(fd).fd, owner, group);
      return 0;
    });
  },

  // --- Names ---

  __syscall_rename: function (from, to) {
    return FILES.call(() => {
      FILES.fs.renameSync(UTF8ToString(from), UTF8ToString(to));
      return 0;
    });
  },
  __syscall_link: function (from, to) {
    return FILES.call(() => {
      FILES.fs.linkSync(UTF8ToString(from), UTF8ToString(to));
      return 0;
    });
  },
  __syscall_unlink: function (path) {
    return FILES.call(() => {
      FILES.fs.unlinkSync(UTF8ToString(path));
      return 0;
    });
  },
  __syscall_mkdir: function (path, mode) {
    return FILES.call(() => {
      FILES.fs.mkdirSync(UTF8ToString(path), mode);
      return 0;
    });
  },
  __syscall_rmdir: function (path) {
    return FILES.call(() => {
      FILES.fs.rmdirSync(UTF8ToString(path));
      return 0;
    });
  },
  __syscall_readlink: function (path, result, size) {
    return FILES.call(() => {
      const target = FILES.fs.readlinkSync(UTF8ToString(path), { encoding: 'buffer' });
      HEAPU8.set(target.subarray(0, size), result);
      return Math.min(target.length, size);
    });
  },
  __syscall_getcwd: function (result, size) {
    return FILES.call(() => {
      const path = process.cwd();
      const length = lengthBytesUTF8(path) + 1;
      if (size < length) FILES.fail('ERANGE');
      stringToUTF8(path, result, size);
      return length;
    });
  },
  __syscall_getdents64: function (fd, result, size) {
    return FILES.call(() => FILES.putEntries(FILES.fileOf(fd), result, size));
  },
};

for (const [name, call] of Object.entries(files)) {
  if (typeof call !== 'function') continue;
  files[name + '__sig'] = 'i'.repeat(call.length + 1); // all arguments are integers
  files[name + '__deps'] = ['$FILES'].concat(files[name + '__deps'] || []);
  if (!(name + '__proxy' in files)) files[name + '__proxy'] = 'sync';
}
mergeInto(LibraryManager.library, files);
