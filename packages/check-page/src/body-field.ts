import { element } from './elements.js';

/** The body of the delivery: the exact bytes of a file, a link or a capture, or text that was pasted. */
export interface BodyField {
  /** The bytes, and whether they come from pasted text. */
  read(): { readonly bytes: Uint8Array; readonly pasted: boolean };
  /** @param from Where they come from, for the sentence above the field: `the capture`. */
  fill(bytes: Uint8Array, from: string): void;
}

// A browser needs seconds to lay out more.
const MOST_SHOWN = 1_048_576;

const ABOUT_COPIES = 'A copy can lose bytes that are not seen; a file keeps them.';
const EMPTY = `Paste it as it came, not formatted. ${ABOUT_COPIES}`;

export function bodyField(): BodyField {
  const text = element('body', HTMLTextAreaElement);
  const file = element('body-file', HTMLInputElement);
  const source = element('body-source', HTMLElement);
  let exact: Uint8Array | undefined;
  const describe = (sentence: string): void => {
    source.textContent = sentence;
  };
  const fill = (bytes: Uint8Array, from: string): void => {
    exact = bytes;
    text.value =
      bytes.length > MOST_SHOWN ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    describe(`The exact ${count(bytes)} of ${from}. If you change the text, the text counts.`);
  };
  describe(EMPTY);
  text.addEventListener('input', () => {
    exact = undefined;
    file.value = '';
    const bytes = new TextEncoder().encode(text.value);
    describe(bytes.length === 0 ? EMPTY : `The ${count(bytes)} of this text. ${ABOUT_COPIES}`);
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) fill(new Uint8Array(await chosen.arrayBuffer()), chosen.name);
  });
  return {
    read: () =>
      exact === undefined
        ? { bytes: new TextEncoder().encode(text.value), pasted: true }
        : { bytes: exact, pasted: false },
    fill(bytes, from) {
      file.value = '';
      fill(bytes, from);
    },
  };
}

function count({ length }: Uint8Array): string {
  return length === 1 ? '1 byte' : `${length.toLocaleString('en')} bytes`;
}
