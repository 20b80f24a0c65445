import { z } from 'zod';
import { nouns, type ObjectKind } from '../limits/objects.js';
import { conflict, type Problem } from './problem.js';

interface Transition<Status extends string> {
  readonly from: readonly Status[];
  /** Absent: the state stays. */
  readonly to?: Status;
  /** Who performs it. */
  readonly by: 'caller' | 'service';
  /** The property of the object with the time from which it may happen. */
  readonly notBefore?: string;
  /** For fields of the body that are times, the property that says which is the earliest. */
  readonly earliest?: Readonly<Record<string, string>>;
  readonly guard?: string;
  readonly effects: readonly string[];
}

export interface States<Row, Status extends string, Columns, Actions> {
  /** The state that a row shows. */
  of(row: Row): Status;
  /** The columns that a state sets. Others that show it, such as a time, are part of the change. */
  columns(status: Status): Columns;
  /** The properties by which an object shows that it is in one of these states. */
  shownBy(status: readonly Status[]): AllowedWhen;
  readonly actions: Actions;
}

export type StateTable<Status extends string, Action extends string> = Readonly<
  Record<Action, Transition<Status>>
>;

/** The states of a resource as one value, whose table keeps its literal types. */
export function defineStates<
  Row,
  Status extends string,
  Columns,
  const Actions extends StateTable<Status, string>,
>(states: States<Row, Status, Columns, Actions>): States<Row, Status, Columns, Actions> {
  return states;
}

/** For rows with a column that is the state. */
export function byStatus<Status extends string>() {
  return {
    of: ({ status }: { readonly status: Status }) => status,
    columns: (status: Status) => ({ status }),
    shownBy: (status: readonly Status[]) => ({ status }),
  };
}

/** The columns to write for an action: the change, and those that the new state sets. @throws Problem as {@link allow}. */
export function transition<Row, Status extends string, Columns, Action extends string, Change>(
  states: States<Row, Status, Columns, StateTable<Status, Action>>,
  action: Action,
  row: Row,
  change: Change,
): Change & Partial<Columns> {
  return transitionAll(states, action, [row], change);
}

/** The columns to write for an action on many rows, which are all written at once. */
export function transitionAll<Row, Status extends string, Columns, Action extends string, Change>(
  states: States<Row, Status, Columns, StateTable<Status, Action>>,
  action: Action,
  rows: readonly Row[],
  change: Change,
): Change & Partial<Columns> {
  const { to } = states.actions[action];
  const set: Partial<Columns> = to === undefined ? {} : states.columns(to);
  const written = { ...change, ...set };
  for (const row of rows) {
    allow(states, action, row);
    const wanted = to ?? states.of(row);
    const reached = states.of({ ...row, ...written });
    if (reached !== wanted) throw new Error(`${action} leads to ${reached}, not to ${wanted}.`);
  }
  return written;
}

/**
 * Checks an action before anything else is refused or done. Also used for an action after which the state stays.
 *
 * @throws Problem 409 with `currentStatus` when the state of a row forbids an action.
 */
export function allow<Row, Status extends string, Action extends string>(
  states: States<Row, Status, unknown, StateTable<Status, Action>>,
  action: Action,
  row: Row,
): void {
  if (isAllowed(states, action, row)) return;
  const currentStatus = states.of(row);
  const { from: allowed } = states.actions[action];
  throw conflict(
    { reason: 'status', facts: { action, allowed: [...allowed] } },
    `${action} needs the status ${allowed.join(' or ')}; it is ${currentStatus}.`,
    currentStatus,
  );
}

export function isAllowed<Row, Status extends string, Action extends string>(
  { of, actions }: States<Row, Status, unknown, StateTable<Status, Action>>,
  action: Action,
  row: Row,
): boolean {
  return actions[action].from.includes(of(row));
}

export function toAllowance<Row, Status extends string, Action extends string>(
  { shownBy, actions }: States<Row, Status, unknown, StateTable<Status, Action>>,
  action: Action,
): Allowance {
  const { from, notBefore, earliest, guard } = actions[action];
  return {
    allowedWhen: shownBy(from),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(earliest === undefined ? {} : { earliest }),
    ...(guard === undefined ? {} : { guard }),
  };
}

/** For properties of an object, the values with which an operation on it is allowed. All of them must match. */
export type AllowedWhen = Readonly<Record<string, readonly (string | boolean | null)[]>>;

/** When an operation on an object is allowed, for the OpenAPI document. It follows from the state table of the object. */
export interface Allowance {
  /** With other values the answer is 409. */
  readonly allowedWhen?: AllowedWhen;
  /** The same if it depends on the body: by a field of the body and its value. */
  readonly allowedFor?: Readonly<Record<string, Readonly<Record<string, AllowedWhen>>>>;
  /** The property of the object with the time from which it is allowed. Before, the answer is 409; `null` allows any time. */
  readonly notBefore?: string;
  /** For fields of the body that are times, the property that says which is the earliest. Before, the answer is 409. */
  readonly earliest?: Readonly<Record<string, string>>;
  /** A further condition, in words. */
  readonly guard?: string;
}

export function describeAllowance(allowance: Allowance) {
  return {
    'x-allowed-when': allowance.allowedWhen,
    'x-allowed-for': allowance.allowedFor,
    'x-not-before': allowance.notBefore,
    'x-earliest': allowance.earliest,
    'x-guard': allowance.guard,
  };
}

type ArchivableStatus = 'active' | 'archived';

/** The states of rows with a column `archived`. */
export const byArchived = {
  of: ({ archived }: { readonly archived: boolean }): ArchivableStatus =>
    archived ? 'archived' : 'active',
  columns: (status: ArchivableStatus) => ({ archived: status === 'archived' }),
  shownBy: (status: readonly ArchivableStatus[]) => ({
    archived: status.map((one) => one === 'archived'),
  }),
};

/** The refusal of something new for an archived object. */
export function archivedProblem(what: ObjectKind): Problem {
  const detail = `The ${nouns[what]} is archived.`;
  return conflict({ reason: 'archived', facts: { what } }, detail, 'archived');
}

export const ArchivedFilter = z
  .enum(['true', 'false'])
  .describe('Default: includes archived objects.')
  .transform((text) => text === 'true');
