import { describeFields, fieldProblem, Problem } from '../../../http/problem.js';

/** The place of a stream: behind a change, by the transaction that made it and its number. */
export interface StreamPosition {
  readonly transaction: number;
  readonly seq: number;
}

/** How far the changes can be told, by the numbers of their transactions. */
export interface EndOfChanges {
  /** The number before which every transaction of this database has ended. A later statement sees what they have written. */
  readonly transaction: number;
  /** The number that this server has not given yet. No change has a higher one. */
  readonly next: number;
}

/** The position behind every change that can be told. */
export function behind({ transaction }: EndOfChanges): StreamPosition {
  return { transaction, seq: 0 };
}

/** Sorts positions in the order of the commits. */
export function comparePositions(one: StreamPosition, other: StreamPosition): number {
  return one.transaction - other.transaction || one.seq - other.seq;
}

/**
 * Tells where a client goes on: at its position, or at the start if it comes from a service on another server, which had given more
 * numbers. A position behind the end stays: a transaction counts until its database is known, so the end can move back.
 */
export function whereToGoOn(after: StreamPosition, { next }: EndOfChanges): StreamPosition {
  return after.transaction > next ? { transaction: 0, seq: 0 } : after;
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
  const fault = { code: 'invalid_format', facts: { form: 'stream_position' } } as const;
  const errors = [fieldProblem('Last-Event-ID', fault)];
  throw new Problem('parameter_invalid', describeFields(errors), { errors });
}
