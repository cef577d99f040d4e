// The worker.
