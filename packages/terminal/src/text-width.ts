import library from 'fast-string-truncated-width';
import { wrapAnsi } from 'fast-wrap-ansi';

type Measure = typeof library;

const measure = defaultOf(library);

/** How many columns of a terminal a text takes: wide characters take two, colours none. */
export function stringWidth(text: string): number {
  return measure(text).width;
}

/** Cuts a text that takes more than `width` columns, and ends it with an ellipsis. */
export function clip(text: string, width: number): string {
  const { index, ellipsed } = measure(text, { limit: width, ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

/** Breaks text into lines at spaces and keeps its newlines. Only a single word can be wider than `width`. */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width).split('\n');
}

/** Lines as text, each with a newline at its end. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

// In CommonJS, require() of this ES module gives its namespace, in which the function is the default.
function defaultOf(imported: Measure | { readonly default: Measure }): Measure {
  return typeof imported === 'function' ? imported : imported.default;
}
