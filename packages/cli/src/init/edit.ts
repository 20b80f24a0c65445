import { linesOf } from './find-app.js';

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Lines to add to a file. Nothing else of it changes. */
export interface Edit {
  readonly path: string;
  /** The text that the edit was made for. */
  readonly before: string;
  /** In the order of the file; `at` is the number of lines before the added ones. */
  readonly added: readonly { readonly at: number; readonly lines: readonly string[] }[];
}

/** An edit that adds lines at the end of a file. None for a file that does not exist. */
export function endEdit(
  path: string,
  before: string | undefined,
  added: readonly string[],
): Edit[] {
  if (before === undefined || added.length === 0) return [];
  const lines = linesOf(before);
  // The last line is empty when the text ends with a line break.
  const at = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return [{ path, before, added: [{ at, lines: added }] }];
}

/** The text of a file after an edit. The lines that it had keep their line breaks. */
export function edited({ before, added }: Edit): string {
  const lines = linesOf(before);
  const breaks = before.match(/\r?\n/g) ?? [];
  const kept = lines.map((line, index) => line + (breaks[index] ?? ''));
  for (const { at, lines: more } of added.toReversed()) {
    const end = breaks[at - 1] ?? breaks[0] ?? '\n';
    kept.splice(at, 0, ...more.map((line) => (at < lines.length ? line + end : end + line)));
  }
  return kept.join('');
}
