import { describeFields, fieldProblem, Problem } from './problem.js';

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
