import { type ExitCode, exitCodes } from '../../src/exit-code.js';
import type { Terminal } from '../../src/terminal/terminal.js';

/** A terminal that remembers what was printed. */
export interface RecordingTerminal extends Terminal {
  readonly printed: () => { readonly out: string; readonly err: string; readonly exit: ExitCode };
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

/** A terminal for tests: 80 columns, no colours, not interactive, unless told. */
export function recordingTerminal(
  options: Partial<Pick<Terminal, 'columns' | 'colors' | 'interactive'>> = {},
): RecordingTerminal {
  const interrupt = new AbortController();
  let out = '';
  let err = '';
  let exit: ExitCode = exitCodes.ok;
  return {
    columns: 80,
    colors: false,
    interactive: false,
    ...options,
    signal: interrupt.signal,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    exitWith: (code) => {
      exit = code;
    },
    printed: () => ({ out, err, exit }),
    interrupt: () => interrupt.abort(),
  };
}
