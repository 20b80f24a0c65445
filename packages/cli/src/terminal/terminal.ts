import type { ExitCode } from '../exit-code.js';

/** Where a command prints, and what it may assume about the screen. Everything printed goes through here. */
export interface Terminal {
  /** Results: stdout. The text is written as it is; end it with a newline. */
  readonly out: (text: string) => void;
  /** Progress and complaints: stderr. */
  readonly err: (text: string) => void;
  /** How wide a line may be. */
  readonly columns: number;
  /** Whether `out` may carry colours. */
  readonly colors: boolean;
  /** Whether progress may be redrawn in place on stderr. */
  readonly interactive: boolean;
  /** Aborts at Ctrl-C. The command then says how far it came, and leaves with `exitCodes.interrupted`. */
  readonly signal: AbortSignal;
  /** What the process answers its shell. The last call counts; without one it is `exitCodes.ok`. */
  readonly exitWith: (code: ExitCode) => void;
}
