import type { z } from 'zod';

/** Says what is wrong with a value, in words that follow the name of its field: `must be at most 100`. `undefined` if the words of zod are such. */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return bound(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return bound(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : undefined;
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be one of ${issue.options.filter((each) => each !== undefined).join(', ')}`
        : 'has none of the forms that it may have';
    case 'invalid_key':
      return 'has a key that it may not have';
    default:
      return undefined;
  }
};

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  file: 'a file',
};

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  file: 'bytes',
};

function bound(
  { origin, exact }: { readonly origin: string; readonly exact?: boolean | undefined },
  comparison: string,
  limit: number | bigint,
): string {
  const unit = units[origin];
  const compared = exact ? 'exactly' : comparison;
  return unit === undefined
    ? `must be ${compared} ${limit}`
    : `must have ${compared} ${limit} ${unit}`;
}
