import { expectAccessiblePage } from './expect-accessible-page.js';
import type { HtmlElement } from './html.js';

/** A file that a person chooses. */
interface ChosenFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer> | string;
}

/** The input of a person. A list is the ticked checkboxes or the chosen files. */
type Entries = Readonly<Record<string, string | readonly (string | ChosenFile)[]>>;

/** A page that is shown. The browser has checked its accessibility. */
export interface ShownPage {
  readonly status: number;
  /** The path of the page, after redirects. */
  readonly path: string;
  readonly html: string;
  readonly elements: readonly HtmlElement[];
  readonly heading: string;
  /** The whole text of the page. */
  readonly text: string;
  /** The messages of the error summary, by the field that each links to. */
  readonly errors: Readonly<Record<string, string>>;
  /** The values of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

/** A browser without script, for the pages of a service. */
export interface PlainBrowser {
  open(url: string): Promise<ShownPage>;
  /** Fills in the form of a page and presses a button. Default: the first one. */
  submit(page: ShownPage, entries?: Entries, button?: string): Promise<ShownPage>;
  /** Follows a link by its text. */
  follow(page: ShownPage, link: string): Promise<ShownPage>;
}

export function plainBrowser(origin: string): PlainBrowser {
  async function load(url: URL, init: RequestInit = {}): Promise<ShownPage> {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status === 303 && location !== null) {
      await response.body?.cancel();
      return load(new URL(location, url));
    }
    return shownPage(url, response);
  }

  return {
    open: (url) => load(new URL(url, origin)),
    submit(page, entries = {}, button) {
      const form = page.elements.find(({ tag }) => tag === 'form');
      if (!form) throw new Error(`${page.path} has no form.`);
      const { action = '', enctype } = form.attributes;
      const sent = formOf(page, form, entries, button);
      const isMultipart = enctype === 'multipart/form-data';
      const body = isMultipart ? sent : new URLSearchParams([...sent].map(asText));
      // As browsers do.
      const headers = {
        origin: new URL(page.path, origin).origin,
        'sec-fetch-site': 'same-origin',
      };
      return load(new URL(action, origin), { method: 'POST', headers, body });
    },
    follow(page, link) {
      const found = page.elements.find(({ tag, text }) => tag === 'a' && text.trim() === link);
      const href = found?.attributes['href'];
      if (href === undefined) throw new Error(`${page.path} has no link ${link}.`);
      return load(new URL(href, new URL(page.path, origin)));
    },
  };
}

async function shownPage(url: URL, response: Response): Promise<ShownPage> {
  const html = await response.text();
  const elements = expectAccessiblePage(response.headers, html);
  const fields = elements.filter(({ tag }) => ['input', 'select', 'textarea'].includes(tag));
  return {
    status: response.status,
    path: url.pathname,
    html,
    elements,
    heading: elements.find(({ tag }) => tag === 'h1')?.text.trim() ?? '',
    text: (elements.find(({ tag }) => tag === 'body')?.text ?? '').replaceAll(/\s+/g, ' '),
    errors: Object.fromEntries(
      elements
        .filter(
          ({ tag, ancestors }) =>
            tag === 'a' && ancestors.some(({ attributes }) => attributes['class'] === 'errors'),
        )
        .map(({ attributes, text }) => [attributes['href']?.slice(1), text]),
    ),
    values: Object.fromEntries(
      fields.map(({ tag, attributes, text }) => [
        attributes['name'],
        tag === 'textarea'
          ? text
          : tag === 'select'
            ? selectedIn(elements, attributes['name'] ?? '')
            : attributes['type'] === 'checkbox'
              ? 'checked' in attributes
                ? 'checked'
                : ''
              : (attributes['value'] ?? ''),
      ]),
    ),
  };
}

function formOf(
  { elements }: ShownPage,
  form: HtmlElement,
  entries: Entries,
  button: string | undefined,
): FormData {
  const sent = new FormData();
  const within = elements.filter(({ ancestors }) => ancestors.includes(form));
  const known = within.map(({ attributes }) => attributes['name']);
  for (const name of Object.keys(entries)) {
    if (!known.includes(name)) throw new Error(`The form has no field ${name}.`);
  }
  for (const { tag, attributes, text } of within) {
    const { name = '', type, value = '' } = attributes;
    const entry = entries[name];
    if (tag === 'textarea') {
      const entered = typeof entry === 'string' ? entry : text;
      sent.append(name, entered.replaceAll(/\r?\n/g, '\r\n'));
    }
    if (tag === 'select') {
      const chosen = entry ?? selectedIn(elements, name);
      if (typeof chosen !== 'string') throw new Error(`${name} takes one value.`);
      if (!optionsOf(elements, name).some((one) => one.attributes['value'] === chosen)) {
        throw new Error(`${name} has no option ${chosen}.`);
      }
      sent.append(name, chosen);
    }
    if (tag !== 'input') continue;
    if (type === 'checkbox') {
      const ticked = Array.isArray(entry) ? entry.includes(value) : 'checked' in attributes;
      if (ticked) sent.append(name, value);
    } else if (type === 'file') {
      const files = Array.isArray(entry) ? entry : [];
      // Browsers send an empty file if none is chosen.
      if (files.length === 0) sent.append(name, new File([], ''));
      for (const file of files) sent.append(name, new File([file.content], file.name));
    } else {
      sent.append(name, typeof entry === 'string' ? entry : value);
    }
  }
  const pressed = within.filter(({ tag }) => tag === 'button');
  const one =
    button === undefined ? pressed[0] : pressed.find((b) => b.attributes['name'] === button);
  if (!one) throw new Error(`The form has no button ${button}.`);
  if (one.attributes['name']) sent.append(one.attributes['name'], one.attributes['value'] ?? '');
  return sent;
}

function optionsOf(elements: readonly HtmlElement[], name: string): readonly HtmlElement[] {
  return elements.filter(
    ({ tag, ancestors }) =>
      tag === 'option' && ancestors.some(({ attributes }) => attributes['name'] === name),
  );
}

/** The value of a select. If nothing is selected, browsers take the first option. */
function selectedIn(elements: readonly HtmlElement[], name: string): string {
  const options = optionsOf(elements, name);
  const one = options.find(({ attributes }) => 'selected' in attributes) ?? options[0];
  return one?.attributes['value'] ?? '';
}

function asText([name, value]: readonly [string, FormDataEntryValue]): [string, string] {
  return [name, typeof value === 'string' ? value : value.name];
}
