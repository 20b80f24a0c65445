/**
 * The element of the page with an id.
 *
 * @throws when index.html has no such element: the two belong together.
 */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} with id ${id}.`);
  return found;
}

/** Creates an element with a text. This page builds nothing from HTML: pasted text may be anything. */
export function make(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

/** Shows the problem of a field below it. `undefined` removes the text. */
export function setProblem(field: HTMLElement, text: string | undefined): void {
  const note = element(`${field.id}-problem`, HTMLElement);
  note.textContent = text ?? '';
  note.hidden = text === undefined;
  if (text === undefined) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
}
