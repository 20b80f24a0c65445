/** The exit codes of every command. */
export const exitCodes = {
  /** Success. */
  ok: 0,
  /** A check failed: the receiver did not ack, the signature is not valid, or a check of `prove` failed. */
  failed: 1,
  /** The command could not run: bad option, unreadable file, refused connection. */
  usage: 2,
  /** Ctrl-C, after a partial summary. */
  interrupted: 130,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
