import type { z } from 'zod';
import type { Facts } from '../limits/facts.js';
import { type Fault, wordsOf } from '../limits/faults.js';
import { formOfPattern, type TextForm } from '../limits/forms.js';

/** Says what is wrong with a value, in words that follow the name of its field: `must be at most 100`. */
export const issueWords: z.core.$ZodErrorMap = (issue) => wordsOf(faultOfIssue(issue));

/** The fault that a schema has found in a value. */
export function faultOfIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Fault {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') {
    return { code: 'required', facts: {} };
  }
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', facts: { expected: types[issue.expected] ?? 'object' } };
    case 'invalid_value':
      return { code: 'invalid_value', facts: { allowed: issue.values.map(String) } };
    case 'too_big': {
      const facts = { most: Number(issue.maximum), unit: unitOf(issue.origin) };
      return { code: 'too_big', facts };
    }
    case 'too_small': {
      const facts = { least: Number(issue.minimum), unit: unitOf(issue.origin) };
      return { code: 'too_small', facts };
    }
    case 'not_multiple_of':
      return { code: 'not_multiple_of', facts: { divisor: issue.divisor } };
    case 'invalid_format':
      return { code: 'invalid_format', facts: formOf(issue) };
    case 'invalid_union':
      return {
        code: 'invalid_union',
        facts: { allowed: 'options' in issue ? optionsOf(issue.options) : undefined },
      };
    case 'unrecognized_keys':
      return { code: 'unknown', facts: { what: 'field' } };
    case 'custom': {
      const fault: Fault | undefined = issue.params?.['fault'];
      return fault ?? { code: 'invalid_value', facts: {} };
    }
    default:
      // A wrong item of a map or a set.
      return { code: 'invalid_key', facts: {} };
  }
}

const types: Readonly<Record<string, NonNullable<Facts['expected']>>> = {
  string: 'text',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  object: 'object',
  record: 'object',
  array: 'list',
  file: 'file',
};

const units: Readonly<Record<string, NonNullable<Facts['unit']>>> = {
  string: 'characters',
  array: 'items',
  file: 'bytes',
};

const unitOf = (origin: string): NonNullable<Facts['unit']> => units[origin] ?? 'number';

const formats: Readonly<Record<string, TextForm>> = {
  base64: 'base64',
  date: 'date',
  datetime: 'time',
  email: 'email',
  url: 'url',
};

function formOf(issue: {
  readonly format: string;
  readonly pattern?: string | undefined;
  readonly input?: unknown;
}) {
  const { format, pattern = '' } = issue;
  const form = formats[format] ?? formOfPattern(pattern);
  if (form === undefined) return { form: 'pattern', pattern } as const;
  const hasSpace = form === 'time' && /T\S* \d\d:?\d\d$/.test(String(issue.input));
  return hasSpace ? ({ form, because: 'space_for_plus' } as const) : { form };
}

function optionsOf(options: unknown): string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  return options.filter((each) => each !== undefined).map(String);
}
