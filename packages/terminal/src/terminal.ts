import type { ExitCode } from './exit-code.js';

/** Where a command reads and prints, and the properties of the screen. All input and output goes through it. */
export interface Terminal {
  /**
   * Reads standard input to its end.
   *
   * @param option The option or command that wants it, for the message.
   * @throws UsageError the second time: there is nothing left to read. InterruptedError on Ctrl-C.
   */
  readonly readInput: (option: string) => Promise<Uint8Array>;
  /** Writes results to stdout, unchanged. */
  readonly out: (text: string) => void;
  /** Writes progress and errors to stderr, unchanged. */
  readonly err: (text: string) => void;
  /** The width of a line on stdout; `Infinity` when it is not a terminal. */
  readonly columns: number;
  /** The same for stderr. */
  readonly errColumns: number;
  /** Whether a person reads stdout, because stdout is a terminal. */
  readonly isRead: boolean;
  /** Whether `out` may carry colours. */
  readonly colors: boolean;
  /** How stderr shows progress: in one line that is redrawn, in a new line each time, or not at all. */
  readonly progress: 'redrawn' | 'lines' | 'none';
  /** Aborts on Ctrl-C. The command then prints a partial summary and exits with `exitCodes.interrupted`. */
  readonly signal: AbortSignal;
  /**
   * Sets a function that ends the command when nobody can read stdout any longer, because the pipe or the terminal was
   * closed. Default: the process ends at once, with the exit code so far. Returns a function that restores the default.
   */
  readonly whenUnread: (end: () => void) => () => void;
  /** Sets the exit code of the process. The last call wins; the default is `exitCodes.ok`. */
  readonly exitWith: (code: ExitCode) => void;
}
