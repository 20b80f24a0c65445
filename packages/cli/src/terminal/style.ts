import pc from 'picocolors';
import type { Terminal } from './terminal.js';

/** The few colours that the commands use, by what they mean. */
export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
}

/** The style of a terminal; without colours, each function gives its text back. */
export function styleOf(terminal: Pick<Terminal, 'colors'>): Style {
  const colors = pc.createColors(terminal.colors);
  return {
    good: colors.green,
    bad: colors.red,
    doubtful: colors.yellow,
    strong: colors.bold,
    quiet: colors.dim,
  };
}
