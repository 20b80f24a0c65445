/** What the process answers its shell, for every command. */
export const exitCodes = {
  /** All is well. */
  ok: 0,
  /** The thing that was checked failed: the receiver did not ack, the signature is not valid, a row failed. */
  failed: 1,
  /** The command could not be carried out as it was given: bad option, unreadable file, refused connection. */
  usage: 2,
  /** Ctrl-C, after a summary so far. */
  interrupted: 130,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
