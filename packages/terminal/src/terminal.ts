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
  /** Whether progress may be redrawn in place on stderr. */
  readonly interactive: boolean;
  /** Aborts on Ctrl-C. The command then prints a partial summary and exits with `exitCodes.interrupted`. */
  readonly signal: AbortSignal;
  /** Sets the exit code of the process. The last call wins; the default is `exitCodes.ok`. */
  readonly exitWith: (code: ExitCode) => void;
}
