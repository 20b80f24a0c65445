import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Durations are milliseconds, except `tolerance`, `after` and `retryAfter`, which are seconds as in the header and the
// specification. The docstring that an editor shows on hover says which.

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(aws|client|cloudflare|core|explain|mysql|opentelemetry|postgres|redis|sqlite|testing)\/src\/.*\.ts$/.test(
    file,
  ),
);

const SECONDS = /^(tolerance|after|retryAfter)$/;
const DURATION =
  /^(tolerance|after|retryAfter|lease|retention|\w*[bB]ackoff|maxAge|interval|\w+(Timeout|Interval|Every)|timeout)$/;
// The docstring, if there is one, and the name of a property of an interface.
const PROPERTY = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\n {2}readonly (\w+)\?: (?:readonly )?number/g;

const durations = sources.flatMap((file) => {
  const text = readFileSync(`${packages}${file}`, 'utf8');
  return [...text.matchAll(PROPERTY)]
    .map(([, doc = '', name = '']) => ({ file, name, doc }))
    .filter(({ name }) => DURATION.test(name));
});

it('finds the durations', () => {
  expect(new Set(durations.map(({ name }) => name))).toContain('ackTimeout');
  expect(durations.length).toBeGreaterThan(30);
});

it.each(durations)('$file: the docstring of $name says its unit', ({ name, doc }) => {
  expect(doc).toMatch(SECONDS.test(name) ? /(?<!milli)seconds/i : /milliseconds/i);
});
