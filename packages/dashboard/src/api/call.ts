import { type Answer, type Input, type OperationId, operationRow } from './operations.js';
import { send } from './send.js';

/** Calls an operation of the API. @throws ProblemError when it is refused. */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id> = {},
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  return callWith(id, input, signal);
}

/** The parts of a request that a form or a filter has made, which the API checks. */
export interface LooseInput {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** {@link call} with an input that is known at run time only. */
export async function callWith<Id extends OperationId>(
  id: Id,
  input: LooseInput = {},
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  const { method } = operationRow(id);
  const { body } = input;
  const response = await send({ method, url: urlOf(id, input), body, signal });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // The API checks its own answers against the document that the types come from.
  return (isJson ? response.json() : response.text()) as Promise<Answer<Id>>;
}

/** The path and query of a request. What is undefined or empty is left out. */
export function urlOf(id: OperationId, { path = {}, query = {} }: LooseInput): string {
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
