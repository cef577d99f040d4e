// A dialog with a form, in whose lists Enter and double clicks submit it.

import { button, make } from "../elements.js";

/** In: title; verb, on the button that submits. */
export function formDialog(
  title: HTMLElement,
  verb: string,
  submitted: () => void,
  ...content: HTMLElement[]
): HTMLDialogElement {
  const cancel = button({ text: "Cancel" }, () => dialog.close());
  const submit = make("button", { class: "primary", text: verb });
  const buttons = make("div", { class: "form-buttons" }, cancel, submit);
  const form = make("form", { method: "dialog" }, title, ...content, buttons);
  const dialog: HTMLDialogElement = make("dialog", { class: "form-dialog" }, form);
  title.id = `dialog-${verb.toLowerCase()}`;
  dialog.setAttribute("aria-labelledby", title.id);
  form.addEventListener("submit", submitted);
  for (const type of ["keydown", "dblclick"])
    form.addEventListener(type, (event) => {
      const isInList = event.target instanceof Element && event.target.closest("select[size]");
      const isKey = event instanceof KeyboardEvent && event.key !== "Enter";
      if (isInList && !isKey) form.requestSubmit();
    });
  return dialog;
}
