import type { SandboxPaths } from '@screening-webhooks/sandbox';
import type { Fault, Snapshot, Triggered } from './controls.js';
import { operationTable } from './generated/operations.js';

/** The id of an operation of the API. */
export type OperationId = keyof typeof operationTable;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The ids of operations that read. */
export type ReadId = {
  [Id in OperationId]: (typeof operationTable)[Id]['method'] extends 'GET' ? Id : never;
}[OperationId];
/** The ids of what may change something: of operations, and of the controls that have a form. */
export type ChangeId = Exclude<OperationId, ReadId> | ControlId;

const controlTable = {
  addFault: { method: 'POST', path: '/_sandbox/faults' },
  decide: { method: 'POST', path: '/_sandbox/verifications/{id}/decide' },
  deleteSnapshot: { method: 'DELETE', path: '/_sandbox/snapshots/{name}' },
  reset: { method: 'POST', path: '/_sandbox/reset' },
  restoreSnapshot: { method: 'POST', path: '/_sandbox/snapshots/{name}/restore' },
  saveSnapshot: { method: 'POST', path: '/_sandbox/snapshots' },
  trigger: { method: 'POST', path: '/_sandbox/trigger' },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of a control of the sandbox that has a form. */
export type ControlId = keyof typeof controlTable;

interface ControlAnswers extends Record<ControlId, object> {
  addFault: Fault;
  saveSnapshot: Snapshot;
  trigger: Triggered;
}

/** What the API says of an operation. */
export interface OperationRow {
  readonly method: Method;
  /** Such as `/v1/reports/{id}`. */
  readonly path: string;
  /** Only a partner may call it. */
  readonly partner?: boolean;
  /** The values that each of these properties of the object must have. */
  readonly allowedWhen?: Readonly<Record<string, readonly (string | boolean | null)[]>>;
  /** The same where it depends on the body: by a field of the body and its value. */
  readonly allowedFor?: Readonly<
    Record<string, Readonly<Record<string, NonNullable<OperationRow['allowedWhen']>>>>
  >;
  /** The property of the object that says from when on it is allowed. */
  readonly notBefore?: string;
  /** For fields of the body that are times, the property that says which is the earliest. */
  readonly earliest?: Readonly<Record<string, string>>;
}

const rows = { ...operationTable, ...controlTable };

export function operationRow(id: OperationId | ControlId): OperationRow {
  return rows[id];
}

type Row<Id extends OperationId> = (typeof operationTable)[Id];
type OfPath<Id extends OperationId> = SandboxPaths[Row<Id>['path']];
type Operation<Id extends OperationId> = OfPath<Id>[Lowercase<Row<Id>['method']> &
  keyof OfPath<Id>];
type Parameters<Id extends OperationId> =
  Operation<Id> extends { parameters: infer Found } ? Found : never;
type PathParameters<Id extends OperationId> =
  Parameters<Id> extends { path: infer Path extends object } ? Path : undefined;
type Query<Id extends OperationId> =
  Parameters<Id> extends { query?: infer Found } ? NonNullable<Found> : undefined;
type Body<Id extends OperationId> =
  Operation<Id> extends {
    requestBody: { content: { 'application/json': infer Found } };
  }
    ? Found
    : undefined;
type Responses<Id extends OperationId> =
  Operation<Id> extends { responses: infer Found } ? Found : never;
type Content<Id extends OperationId> =
  // A refusal is the response without a number.
  Responses<Id>[Extract<keyof Responses<Id>, number>] extends { content: infer Found }
    ? Found
    : never;
export type Answer<Id extends OperationId | ControlId> = Id extends ControlId
  ? ControlAnswers[Id]
  : Id extends OperationId
    ? Content<Id> extends { 'application/json': infer Found }
      ? Found
      : string
    : never;

/** What an operation may be called with. */
export type Input<Id extends OperationId> = {
  readonly path?: PathParameters<Id>;
  readonly query?: Query<Id>;
  readonly body?: Body<Id>;
};

/** The ids of operations that answer with a page of a list. */
export type ListId = {
  [Id in ReadId]: Answer<Id> extends { data: readonly object[]; nextCursor: string | null }
    ? Id
    : never;
}[ReadId];
/** The ids of lists without pages. */
export type WholeListId = {
  [Id in ListId]: [Query<Id>] extends [never] ? Id : never;
}[ListId];
/** An object of a list. */
export type Item<Id extends ListId> =
  Answer<Id> extends { data: readonly (infer Found extends object)[] } ? Found : never;
