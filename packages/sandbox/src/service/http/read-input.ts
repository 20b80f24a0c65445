import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { SizeCheck } from '../limits/size-check.js';
import { issueWords } from './issue-words.js';
import {
  describeFields,
  type FieldProblem,
  fieldProblem,
  Problem,
  validationProblem,
} from './problem.js';

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
  // Only bodies have lists and maps.
  const tooLarge = sizes(input).map(({ path, message }) => fault(path, 'too_big', message));
  if (tooLarge.length > 0) throw validationProblem(tooLarge.map(({ problem }) => problem));
  // Only an issue with its input tells a field that is missing from one of a wrong type.
  const result = schema.safeParse(input, { reportInput: true, error: issueWords });
  const faults = [
    ...unknown.map((name) =>
      fault(['query', name], 'unknown', 'is not a parameter of this operation'),
    ),
    ...repeated.map((name) => fault(['query', name], 'repeated', 'is given more than once')),
    ...(result.error?.issues ?? []).flatMap(issueFaults),
    ...nulFaults(result.data ?? {}, []),
    ...(hasBody ? [] : unwantedBody(raw.body)),
  ];
  const inParameters = faults.filter(({ part }) => part !== 'body');
  if (inParameters.length > 0) throw parameterProblem(inParameters);
  if (result.success && faults.length === 0) return result.data;
  throw validationProblem(faults.map(({ problem }) => problem));
}

interface Fault {
  readonly part: PropertyKey | undefined;
  readonly problem: FieldProblem;
}

/** @param path Begins with the part of the request. */
function fault(path: readonly PropertyKey[], code: string, message: string): Fault {
  const [part, ...field] = path;
  return { part, problem: fieldProblem(field, code, message) };
}

function issueFaults(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      fault([...issue.path, key], 'unknown', 'is not a field of this request'),
    );
  }
  return [fault(issue.path, issue.input === undefined ? 'required' : issue.code, issue.message)];
}

// The database cannot keep U+0000 in a text. These two fields are kept as JSON, which escapes it.
const keptAsJson: readonly PropertyKey[] = ['formData', 'metadata'];

function nulFaults(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (typeof value === 'string') {
    return value.includes('\0')
      ? [fault(path, 'invalid_characters', 'must not contain U+0000')]
      : [];
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value)
    .filter(([key]) => !keptAsJson.includes(key))
    .flatMap(([key, child]) => nulFaults(child, [...path, key]));
}

// Many clients send an empty object with every POST.
function unwantedBody(body: unknown): Fault[] {
  return body === undefined || isDeepStrictEqual(body, {})
    ? []
    : [fault(['body'], 'unknown', 'This operation takes no body.')];
}

function parameterProblem(faults: readonly Fault[]): Problem {
  const errors = faults.map(({ problem }) => problem);
  const unknown = errors.every(({ code }) => code === 'unknown');
  const code = unknown ? 'parameter_unknown' : 'parameter_invalid';
  return new Problem(code, describeFields(errors), { errors });
}

/** The query of a request. @throws Problem for bytes that are not UTF-8: they would be read as other ones. */
export function readQuery(url: string): URLSearchParams {
  const { search, searchParams } = new URL(url);
  const errors = search
    .slice(1)
    .split('&')
    .filter((part) => !isUtf8(part))
    .map((part) => {
      const [name = ''] = new URLSearchParams(part).keys();
      return fieldProblem([name], 'invalid_characters', 'is not UTF-8');
    });
  if (errors.length === 0) return searchParams;
  throw new Problem('parameter_invalid', describeFields(errors), { errors });
}

function isUtf8(part: string): boolean {
  try {
    // A sign that begins no byte stands for itself.
    decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}
