import { styleText } from 'node:util';
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
export function styleOf({ colors }: Pick<Terminal, 'colors'>): Style {
  const styled = (format: 'green' | 'red' | 'yellow' | 'bold' | 'dim') => (text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: styled('green'),
    bad: styled('red'),
    doubtful: styled('yellow'),
    strong: styled('bold'),
    quiet: styled('dim'),
  };
}
