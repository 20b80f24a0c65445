import type { ExitCode } from './exit-code.js';

/** Where a command prints, and the properties of the screen. All output goes through it. */
export interface Terminal {
  /** Writes results to stdout, unchanged. */
  readonly out: (text: string) => void;
  /** Writes progress and errors to stderr, unchanged. */
  readonly err: (text: string) => void;
  /** The width of a line on stdout; `Infinity` when it is not a terminal. */
  readonly columns: number;
  /** The same for stderr. */
  readonly errColumns: number;
  /** Whether `out` may carry colours. */
  readonly colors: boolean;
  /** How stderr shows progress: in one line that is redrawn, in a new line each time, or not at all. */
  readonly progress: 'redrawn' | 'lines' | 'none';
  /** Aborts on Ctrl-C. The command then prints a partial summary and exits with `exitCodes.interrupted`. */
  readonly signal: AbortSignal;
  /** Sets the exit code of the process. The last call wins; the default is `exitCodes.ok`. */
  readonly exitWith: (code: ExitCode) => void;
}
