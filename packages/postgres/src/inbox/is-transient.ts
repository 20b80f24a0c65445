import { errorCode } from '../sql/error-code.js';
import { SetupError } from '../sql/setup-error.js';

/**
 * Whether the same operation may succeed later. A database that is down may come back; a statement that it rejects will be
 * rejected again.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, rollback, resources, locks, operator intervention;
 * a server that was demoted, or is full, is read-only for a while.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof SetupError) return false;
  const code = errorCode(error);
  const fromServer = /^(?!E)[0-9A-Z]{5}$/.test(code);
  return !fromServer || /^(08|40|53|55|57)/.test(code) || code === READ_ONLY_TRANSACTION;
}

const READ_ONLY_TRANSACTION = '25006';
