/**
 * The command cannot be carried out as it was given: a bad option, an unreadable file, a refused connection. The message
 * is one sentence with the cure; it is printed without a stack trace and the process leaves with `exitCodes.usage`.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
