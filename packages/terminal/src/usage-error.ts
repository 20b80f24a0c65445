/**
 * The command cannot run as given: a bad option, an unreadable file, a refused connection. The message is one sentence that
 * says how to fix it. It is printed without a stack trace, and the process exits with `exitCodes.usage`.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
