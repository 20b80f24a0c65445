import {
  type Answer,
  type ChangeId,
  type ControlId,
  type Input,
  type OperationId,
  operationRow,
  type ReadId,
} from './operations.js';
import type { ChangeKey } from './presses.js';
import { send } from './send.js';

/** The parts of a request that a form or a filter has built. The API validates them. */
export interface LooseInput {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Calls a read operation. @throws ProblemError if the request is refused. */
export const call: <Id extends ReadId>(
  id: Id,
  input?: Input<Id>,
  signal?: AbortSignal,
) => Promise<Answer<Id>> = callWith;

/** {@link call} with an input that is known only at run time. */
export async function callWith<Id extends ReadId>(
  id: Id,
  input: LooseInput = {},
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  return answerOf(id, await send({ method: 'GET', url: urlOf(id, input), signal }));
}

/** Calls an operation that changes something. @throws ProblemError if the request is refused. */
export const change: <Id extends Exclude<ChangeId, ControlId>>(
  key: ChangeKey,
  id: Id,
  input?: Input<Id>,
) => Promise<Answer<Id>> = changeWith;

/** {@link change} with an input that is known only at run time. */
export async function changeWith<Id extends ChangeId>(
  key: ChangeKey,
  id: Id,
  input: LooseInput = {},
): Promise<Answer<Id>> {
  const { method } = operationRow(id);
  if (method === 'GET') throw new TypeError(`${id} only reads.`);
  const url = urlOf(id, input);
  if (id.startsWith('delete')) deletedAt.set(url, performance.now());
  try {
    return await answerOf(id, await send({ method, key, url, body: input.body }));
  } catch (error) {
    deletedAt.delete(url);
    throw error;
  }
}

const deletedAt = new Map<string, number>();

/** Whether the object's deletion was sent after `since`: the API would answer that it does not exist. */
export function isDeleted(id: ReadId, { path }: LooseInput, since: number): boolean {
  return (deletedAt.get(urlOf(id, { path })) ?? 0) > since;
}

async function answerOf<Id extends OperationId | ControlId>(
  _id: Id,
  response: Response,
): Promise<Answer<Id>> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // The API validates its answers against the document that these types are generated from.
  return (isJson ? response.json() : response.text()) as Promise<Answer<Id>>;
}

/** The path and query of a request. Undefined and empty values are left out. */
export function urlOf(id: OperationId | ControlId, { path = {}, query = {} }: LooseInput): string {
  const values: Readonly<Record<string, unknown>> = { ...path };
  const filled = operationRow(id).path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
