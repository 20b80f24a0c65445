import type { Terminal } from './terminal.js';
import { clip } from './text-width.js';

/** A progress line on stderr. */
export interface Progress {
  /** Sets the text: `12 of 100 sent`. */
  readonly say: (text: string) => void;
  /** Prints a result to stdout, and removes the line first. */
  readonly print: (text: string) => void;
  /** Removes the line permanently. */
  readonly stop: () => void;
}

const FIRST_MS = 1000;
const REDRAW_MS = 100;
const REPEAT_MS = 10_000;

/**
 * Shows progress after the first second. On a terminal the line is redrawn in place. Elsewhere (a pipe, a build server) a
 * new line is printed after the first second and then every ten seconds, if the text has changed.
 */
export function startProgress(terminal: Terminal): Progress {
  if (terminal.progress === 'none') return { print: terminal.out, say: () => {}, stop: () => {} };
  const redrawn = terminal.progress === 'redrawn';
  let text = '';
  let shown = '';
  const draw = (): void => {
    if (text === shown) return;
    // Leaves one column free: some terminals wrap a full line, which cannot be redrawn.
    const line = clip(text, terminal.errColumns - 1);
    terminal.err(redrawn ? `\r\u001b[K${line}` : `${text}\n`);
    shown = text;
  };
  let interval: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    draw();
    interval = setInterval(draw, redrawn ? REDRAW_MS : REPEAT_MS).unref();
  }, FIRST_MS).unref();
  const clear = (): void => {
    if (!redrawn || shown === '') return;
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
