import type { z } from 'zod';
import { describeFields, type FieldProblem, Problem, validationProblem } from './problem.js';

/** The parts of a request as they came. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON, or the parts of a form. Undefined: no body. */
  readonly body: unknown;
}

/** @throws Problem naming every fault of the parameters, or else every fault of the body. */
export function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  raw: RawInput,
): z.output<Schema> {
  const unknown = 'query' in schema.shape ? [] : [...raw.query.keys()];
  const hasBody = 'body' in schema.shape;
  const repeated = [...new Set(raw.query.keys())].filter((key) => raw.query.getAll(key).length > 1);
  const input = {
    params: raw.params,
    query: Object.fromEntries(raw.query),
    // An operation whose fields are all optional can be called without a body.
    body: hasBody && raw.body === undefined ? {} : raw.body,
  };
  // Only an issue with its input tells a field that is missing from one of a wrong type.
  const result = schema.safeParse(input, { reportInput: true });
  const faults = [
    ...unknown.map((param) =>
      fault('query', param, 'unknown', 'is not a parameter of this operation'),
    ),
    ...repeated.map((param) => fault('query', param, 'repeated', 'is given more than once')),
    ...(result.error?.issues ?? []).flatMap(faultsOf),
    ...nulFaults(result.data ?? {}, []),
    ...(hasBody ? protoFaults(raw.body, []) : unwantedBody(raw.body)),
  ];
  const ofParameters = faults.filter(({ part }) => part !== 'body');
  if (ofParameters.length > 0) throw parameterProblem(ofParameters);
  if (!result.success || faults.length > 0) throw validationProblem(faults.map(withoutPart));
  return result.data;
}

interface Fault extends FieldProblem {
  readonly part: PropertyKey | undefined;
}

function fault(part: PropertyKey | undefined, param: string, code: string, message: string): Fault {
  return { part, param, code, message };
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const [part, ...path] = issue.path;
  const at = (...more: PropertyKey[]): string => [...path, ...more].map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      fault(part, at(key), 'unknown', 'is not a field of this request'),
    );
  }
  const code = issue.input === undefined ? 'required' : issue.code;
  return [fault(part, at(), code, issue.message)];
}

// The database cannot keep U+0000 in a text. These two fields are kept as JSON, which escapes it.
const keptAsJson: readonly PropertyKey[] = ['formData', 'metadata'];

function nulFaults(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return [];
    const [part, ...rest] = path;
    return [fault(part, rest.join('.'), 'invalid_characters', 'must not contain U+0000')];
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value)
    .filter(([key]) => !keptAsJson.includes(key))
    .flatMap(([key, child]) => nulFaults(child, [...path, key]));
}

// An object of JavaScript cannot be relied on to keep this key. It must not be lost without a word.
function protoFaults(value: unknown, path: readonly string[]): Fault[] {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, key];
    return key === '__proto__'
      ? [fault('body', at.join('.'), 'invalid_key', 'is a key that this service does not keep')]
      : protoFaults(child, at);
  });
}

// Many clients send an empty object with every POST.
function unwantedBody(body: unknown): Fault[] {
  const empty = isObject(body) && Object.keys(body).length === 0;
  return body === undefined || empty
    ? []
    : [fault('body', '', 'unknown', 'This operation takes no body.')];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parameterProblem(faults: readonly Fault[]): Problem {
  const unknown = faults.every(({ code }) => code === 'unknown');
  const errors = faults.map(withoutPart);
  return new Problem(unknown ? 'parameter_unknown' : 'parameter_invalid', describeFields(errors), {
    errors,
  });
}

function withoutPart({ param, code, message }: Fault): FieldProblem {
  return { param, code, message };
}
