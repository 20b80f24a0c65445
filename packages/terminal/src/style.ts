import pc from 'picocolors';
import type { Terminal } from './terminal.js';

/** Text styles by meaning. */
export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
}

/** The style of a terminal. Without colours, each function returns its text unchanged. */
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
