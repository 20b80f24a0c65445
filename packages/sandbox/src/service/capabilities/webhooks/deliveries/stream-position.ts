import { Problem } from '../../../http/problem.js';

/** Where a stream is: behind a change, by the transaction that made it and its number. */
export interface StreamPosition {
  readonly transaction: number;
  readonly seq: number;
}

/** The id of an event of a stream. */
export function writePosition({ transaction, seq }: StreamPosition): string {
  return `${transaction}-${seq}`;
}

/** @throws Problem for an id that no stream has given. */
export function readPosition(id: string | undefined): StreamPosition | undefined {
  if (id === undefined) return undefined;
  const [, transaction, seq] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  if (transaction !== undefined) return { transaction: Number(transaction), seq: Number(seq) };
  const message = 'must be the id of an event of this stream';
  throw new Problem('parameter_invalid', `Last-Event-ID: ${message}`, {
    errors: [{ param: 'Last-Event-ID', code: 'invalid_format', message }],
  });
}
