import { operationTable } from './generated/operations.js';
import type { operations } from './generated/types.js';
import type { JsonSchema } from './json-schema.js';

/** The id of an operation of the API. */
export type OperationId = keyof typeof operationTable & keyof operations;

/** What the API says of an operation. */
export interface OperationRow {
  readonly method: string;
  /** Such as `/v1/reports/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Only a partner may call it. */
  readonly partner?: boolean;
  /** The values that each of these properties of the object must have. */
  readonly allowedWhen?: Readonly<Record<string, readonly (string | boolean | null)[]>>;
  /** What else must be true, in words. */
  readonly guard?: string;
  /** The query parameters of a list, but for those of its pages. */
  readonly filters?: Readonly<Record<string, JsonSchema>>;
}

export function operationRow(id: OperationId): OperationRow {
  return operationTable[id];
}

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type PathParameters<Id extends OperationId> =
  Parameters<Id> extends { path: infer Path extends object } ? Path : undefined;
type Query<Id extends OperationId> =
  Parameters<Id> extends { query?: infer Found } ? NonNullable<Found> : undefined;
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Found } };
}
  ? Found
  : undefined;
type Content<Id extends OperationId> =
  operations[Id]['responses'][keyof operations[Id]['responses']] extends { content: infer Found }
    ? Found
    : never;
export type Answer<Id extends OperationId> =
  Content<Id> extends { 'application/json': infer Found } ? Found : string;

/** What an operation may be called with. */
export type Input<Id extends OperationId> = {
  readonly path?: PathParameters<Id>;
  readonly query?: Query<Id>;
  readonly body?: Body<Id>;
};

/** The ids of operations that answer with a page of a list. */
export type ListId = {
  [Id in OperationId]: Answer<Id> extends { data: readonly object[]; nextCursor: string | null }
    ? Id
    : never;
}[OperationId];
/** The ids of lists without pages. */
export type WholeListId = {
  [Id in ListId]: [Query<Id>] extends [never] ? Id : never;
}[ListId];
/** An object of a list. */
export type Item<Id extends ListId> =
  Answer<Id> extends { data: readonly (infer Found extends object)[] } ? Found : never;
