import type { Terminal } from './terminal.js';

/** A line on stderr that says how far a command is. */
export interface Progress {
  /** What to say now, in a few words: `12 of 100 sent`. */
  readonly say: (text: string) => void;
  /** Prints a result to stdout, out of the way of the line. */
  readonly print: (text: string) => void;
  /** Removes the line. Nothing is printed afterwards. */
  readonly stop: () => void;
}

const FIRST_MS = 1000;
const REDRAW_MS = 100;
const REPEAT_MS = 10_000;

/**
 * Shows what is going on once it has taken a second. On a terminal the line is redrawn in place; elsewhere (a pipe, a
 * build server) a new line is printed after the first second and then every ten, and only when there is news.
 */
export function startProgress(terminal: Terminal): Progress {
  let text = '';
  let shown = '';
  const draw = (): void => {
    if (text === shown) return;
    terminal.err(terminal.interactive ? `\r\u001b[K${clip(text, terminal.columns)}` : `${text}\n`);
    shown = text;
  };
  let interval: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    draw();
    interval = setInterval(draw, terminal.interactive ? REDRAW_MS : REPEAT_MS).unref();
  }, FIRST_MS).unref();
  const clear = (): void => {
    if (!terminal.interactive || shown === '') return;
    terminal.err('\r\u001b[K');
    shown = '';
  };
  return {
    print: (result) => {
      clear();
      terminal.out(result);
    },
    say: (next) => {
      text = next;
    },
    stop: () => {
      clearTimeout(first);
      clearInterval(interval);
      clear();
    },
  };
}

// One column stays free: some terminals wrap a line that fills them, and then it cannot be redrawn.
function clip(text: string, columns: number): string {
  const characters = [...text];
  if (characters.length < columns) return text;
  return `${characters.slice(0, columns - 2).join('')}…`;
}
