import { describeFields, fieldProblem, Problem } from '../../../http/problem.js';

/** The position of a stream: after a change, by the transaction that made it and its `seq`. */
export interface StreamPosition {
  readonly transaction: number;
  readonly seq: number;
}

/** The end of the changes that can be streamed, in transaction numbers. */
export interface EndOfChanges {
  /** Every transaction of this database with a lower number has ended. A later statement sees their writes. */
  readonly transaction: number;
  /** The next number of this server. No change has a higher one. */
  readonly next: number;
}

/** The position after every change that can be streamed. */
export function positionAfter({ transaction }: EndOfChanges): StreamPosition {
  return { transaction, seq: 0 };
}

/** Compares positions in the order of the commits. */
export function comparePositions(one: StreamPosition, other: StreamPosition): number {
  return one.transaction - other.transaction || one.seq - other.seq;
}

/**
 * Returns where a client continues: at its position, or at the start if that is from another server with higher numbers. A
 * position past the end stays: a transaction counts until its database is known, so the end can move back.
 */
export function resumePosition(after: StreamPosition, { next }: EndOfChanges): StreamPosition {
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
