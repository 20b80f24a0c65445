/** Paints text for a terminal. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
}

const ansi = (code: number) => (text: string) => `\u001B[${code}m${text}\u001B[0m`;
const plain = (text: string): string => text;

/** Colours, or none. */
export function paint(colours: boolean): Paint {
  if (!colours) return { bold: plain, dim: plain, green: plain, red: plain };
  return { bold: ansi(1), dim: ansi(2), green: ansi(32), red: ansi(31) };
}
