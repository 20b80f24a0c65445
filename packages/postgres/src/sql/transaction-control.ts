import type { Statement } from './split-statements.js';

/** What a statement does to the transaction that it runs in. */
export type TransactionControl = 'begin' | 'commit' | 'rollback' | 'unsupported';

/** Undefined: the statement leaves the transaction open, as a statement on a savepoint does. */
export function transactionControlOf({
  words,
  hasMore,
}: Statement): TransactionControl | undefined {
  const [first = '', second] = words;
  const optional = second === 'work' || second === 'transaction' ? 2 : 1;
  const rest = words.slice(optional).join(' ');
  const isPlain = !hasMore && (rest === '' || rest === 'and no chain');
  switch (first) {
    case 'begin':
      return rest === '' && !hasMore ? 'begin' : 'unsupported';
    case 'start':
      if (second !== 'transaction') return undefined;
      return rest === '' && !hasMore ? 'begin' : 'unsupported';
    case 'commit':
    case 'end':
      return isPlain ? 'commit' : 'unsupported';
    case 'rollback':
    case 'abort':
      // ROLLBACK TO SAVEPOINT
      if (words[optional] === 'to') return undefined;
      return isPlain ? 'rollback' : 'unsupported';
    case 'prepare':
      return second === 'transaction' ? 'unsupported' : undefined;
    default:
      return undefined;
  }
}

/** A statement of a handler that would end the transaction, or one sent after its end. The message names the fix. */
export class TransactionControlError extends Error {
  override readonly name = 'TransactionControlError';
}
