import type { SandboxPaths, Triggered } from '@screening-webhooks/sandbox';
import type { Fault, Snapshot } from './controls.js';
import { controlTable, operationTable } from './generated/operations.js';

export type OperationId = keyof typeof operationTable;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ReadId = {
  [Id in OperationId]: (typeof operationTable)[Id]['method'] extends 'GET' ? Id : never;
}[OperationId];
/** The ids of everything that may change something: operations, and controls with a form. */
export type ChangeId = Exclude<OperationId, ReadId> | ControlId;
export type ControlId = keyof typeof controlTable;

interface ControlAnswers extends Record<ControlId, object> {
  addFault: Fault;
  saveSnapshot: Snapshot;
  trigger: Partial<Triggered>;
}

export interface OperationRow {
  readonly method: Method;
  /** Such as `/v1/reports/{id}`. */
  readonly path: string;
  readonly partner?: boolean;
  /** The values that each of these properties of the object must have. */
  readonly allowedWhen?: Readonly<Record<string, readonly (string | boolean | null)[]>>;
  /** As `allowedWhen`, for operations that depend on the body: by body field and its value. */
  readonly allowedFor?: Readonly<
    Record<string, Readonly<Record<string, NonNullable<OperationRow['allowedWhen']>>>>
  >;
  /** The property of the object with the time from which the operation is allowed. */
  readonly notBefore?: string;
  /** For time fields of the body, the property with the earliest allowed time. */
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
  Operation<Id> extends { requestBody: { content: { 'application/json': infer Found } } }
    ? Found
    : undefined;
type Responses<Id extends OperationId> =
  Operation<Id> extends { responses: infer Found } ? Found : never;
type Content<Id extends OperationId> =
  // The response without a number is the refusal.
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

export type Input<Id extends OperationId> = {
  readonly path?: PathParameters<Id>;
  readonly query?: Query<Id>;
  readonly body?: Body<Id>;
};

export type ListId = {
  [Id in ReadId]: Answer<Id> extends { data: readonly object[]; nextCursor: string | null }
    ? Id
    : never;
}[ReadId];
export type WholeListId = { [Id in ListId]: [Query<Id>] extends [never] ? Id : never }[ListId];
export type Item<Id extends ListId> =
  Answer<Id> extends { data: readonly (infer Found extends object)[] } ? Found : never;
