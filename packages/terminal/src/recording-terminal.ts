import { type ExitCode, exitCodes } from './exit-code.js';
import type { Terminal } from './terminal.js';

/** A terminal that keeps what is printed. */
export interface RecordingTerminal extends Terminal {
  readonly printed: () => { readonly out: string; readonly err: string; readonly exit: ExitCode };
  /** Resolves once the text has been printed to stdout. */
  readonly untilPrinted: (text: string) => Promise<void>;
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

/** A terminal for tests. Default: 80 columns, no colours, and no progress, which depends on how fast a machine is. */
export function recordingTerminal(
  options: Partial<Pick<Terminal, 'columns' | 'colors' | 'progress'>> = {},
): RecordingTerminal {
  const interrupt = new AbortController();
  const waits: { readonly text: string; readonly resolve: () => void }[] = [];
  let out = '';
  let err = '';
  let exit: ExitCode = exitCodes.ok;
  return {
    columns: 80,
    errColumns: options.columns ?? 80,
    colors: false,
    progress: 'none',
    ...options,
    signal: interrupt.signal,
    out: (text) => {
      out += text;
      for (const wait of waits) if (out.includes(wait.text)) wait.resolve();
    },
    err: (text) => {
      err += text;
    },
    exitWith: (code) => {
      exit = code;
    },
    printed: () => ({ out, err, exit }),
    untilPrinted: (text) =>
      new Promise((resolve) => {
        if (out.includes(text)) resolve();
        else waits.push({ text, resolve });
      }),
    interrupt: () => interrupt.abort(),
  };
}
