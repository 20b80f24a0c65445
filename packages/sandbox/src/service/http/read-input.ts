import type { z } from 'zod';
import { cutTo } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import type { SizeCheck } from '../limits/size-check.js';
import { describeFields, type FieldProblem, Problem, validationProblem } from './problem.js';

/** The parts of a request as they came. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON, or the parts of a form. Undefined: no body. */
  readonly body: unknown;
}

/**
 * @param sizes Of the schema. What is too long is refused before anything parses it.
 * @throws Problem naming every fault of the parameters, or else every fault of the body.
 */
export function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  sizes: SizeCheck,
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
  const tooLarge = sizes(input);
  if (tooLarge.length > 0) throw sizeProblem(tooLarge);
  // Only an issue with its input tells a field that is missing from one of a wrong type.
  const result = schema.safeParse(input, { reportInput: true });
  const faults = [
    ...unknown.map((name) =>
      fault('query', paramOf([name]), 'unknown', 'is not a parameter of this operation'),
    ),
    ...repeated.map((name) =>
      fault('query', paramOf([name]), 'repeated', 'is given more than once'),
    ),
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
  const at = (...more: PropertyKey[]): string => paramOf([...path, ...more]);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      fault(part, at(key), 'unknown', 'is not a field of this request'),
    );
  }
  const code = issue.input === undefined ? 'required' : issue.code;
  return [fault(part, at(), code, issue.message)];
}

/** The path of a field. Names that a caller chose can be of any length. */
function paramOf(path: readonly PropertyKey[]): string {
  const names = path.map((name) => cutTo(limits.faultName.most, String(name)));
  return cutTo(limits.faultPath.most, names.join('.'));
}

// Only bodies have lists and maps.
function sizeProblem(tooLarge: ReturnType<SizeCheck>): Problem {
  return validationProblem(
    tooLarge.map(({ path: [, ...path], message }) => ({
      param: paramOf(path),
      code: 'too_big',
      message,
    })),
  );
}

// The database cannot keep U+0000 in a text. These two fields are kept as JSON, which escapes it.
const keptAsJson: readonly PropertyKey[] = ['formData', 'metadata'];

function nulFaults(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return [];
    const [part, ...rest] = path;
    return [fault(part, paramOf(rest), 'invalid_characters', 'must not contain U+0000')];
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
      ? [fault('body', paramOf(at), 'invalid_key', 'is a key that this service does not keep')]
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
