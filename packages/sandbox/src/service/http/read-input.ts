import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Fault } from '../limits/faults.js';
import type { SizeCheck } from '../limits/size-check.js';
import { faultOfIssue, issueWords } from './issue-words.js';
import {
  describeFields,
  type FieldProblem,
  fieldProblem,
  notUtf8,
  Problem,
  validationProblem,
} from './problem.js';

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON, or the parts of a form. `undefined` without a body. */
  readonly body: unknown;
}

/**
 * @param sizes The check of the schema. Values that are too long are refused before anything parses them.
 * @throws Problem naming every fault of the parameters, otherwise every fault of the body.
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
  const tooLarge = sizes(input).map(({ path, fault }) => locate(path, fault));
  if (tooLarge.length > 0) throw validationProblem(tooLarge.map(({ problem }) => problem));
  // Only an issue with its input distinguishes a missing field from one of a wrong type.
  const result = schema.safeParse(input, { reportInput: true, error: issueWords });
  const faults = [
    ...unknown.map((name) =>
      locate(['query', name], { code: 'unknown', facts: { what: 'parameter' } }),
    ),
    ...repeated.map((name) => locate(['query', name], { code: 'repeated', facts: {} })),
    ...(result.error?.issues ?? []).flatMap(issueFaults),
    ...nulFaults(result.data ?? {}, []),
    ...(hasBody ? [] : unwantedBody(raw.body)),
  ];
  const inParameters = faults.filter(({ part }) => part !== 'body');
  if (inParameters.length > 0) throw parameterProblem(inParameters);
  if (result.success && faults.length === 0) return result.data;
  throw validationProblem(faults.map(({ problem }) => problem));
}

interface LocatedFault {
  readonly part: PropertyKey | undefined;
  readonly problem: FieldProblem;
}

/** @param path Begins with the part of the request. */
function locate(path: readonly PropertyKey[], fault: Fault, message?: string): LocatedFault {
  const [part, ...field] = path;
  return { part, problem: fieldProblem(field, fault, message) };
}

function issueFaults(issue: z.core.$ZodIssue): LocatedFault[] {
  if (issue.code === 'unrecognized_keys') {
    const what = issue.path[0] === 'query' ? 'parameter' : 'field';
    return issue.keys.map((key) =>
      locate([...issue.path, key], { code: 'unknown', facts: { what } }),
    );
  }
  // A schema can have words of its own.
  return [locate(issue.path, faultOfIssue(issue), issue.message)];
}

// The database cannot keep U+0000 in a text. These two fields are kept as JSON, which escapes it.
const keptAsJson: readonly PropertyKey[] = ['formData', 'metadata'];

function nulFaults(value: unknown, path: readonly PropertyKey[]): LocatedFault[] {
  if (typeof value === 'string') {
    return value.includes('\0')
      ? [locate(path, { code: 'invalid_characters', facts: { characters: 'nul' } })]
      : [];
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.entries(value)
    .filter(([key]) => !keptAsJson.includes(key))
    .flatMap(([key, child]) => nulFaults(child, [...path, key]));
}

// Many clients send an empty object with every POST.
function unwantedBody(body: unknown): LocatedFault[] {
  return body === undefined || isDeepStrictEqual(body, {})
    ? []
    : [locate(['body'], { code: 'unknown', facts: { what: 'body' } })];
}

function parameterProblem(faults: readonly LocatedFault[]): Problem {
  const errors = faults.map(({ problem }) => problem);
  const unknown = errors.every(({ code }) => code === 'unknown');
  const code = unknown ? 'parameter_unknown' : 'parameter_invalid';
  return new Problem(code, describeFields(errors), { errors });
}

/** Reads the query of a request. @throws Problem for bytes that are not UTF-8: they would be read as other ones. */
export function readQuery(url: string): URLSearchParams {
  const { search, searchParams } = new URL(url);
  const errors = search
    .slice(1)
    .split('&')
    .filter((part) => !isUtf8(part))
    .map((part) => {
      const [name = ''] = new URLSearchParams(part).keys();
      return fieldProblem([name], notUtf8);
    });
  if (errors.length === 0) return searchParams;
  throw new Problem('parameter_invalid', describeFields(errors), { errors });
}

function isUtf8(part: string): boolean {
  try {
    // A percent sign that begins no byte is literal.
    decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}
