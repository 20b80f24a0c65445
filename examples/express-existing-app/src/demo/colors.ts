/** Colors text for a terminal. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
}

const ansi = (code: number) => (text: string) => `\u001B[${code}m${text}\u001B[0m`;
const plain = (text: string): string => text;

/** Terminal colors, or functions that return the text unchanged. */
export function colors(enabled: boolean): Colors {
  if (!enabled) return { bold: plain, dim: plain, green: plain, red: plain };
  return { bold: ansi(1), dim: ansi(2), green: ansi(32), red: ansi(31) };
}
