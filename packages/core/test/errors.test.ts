import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import {
  LeaseLostError,
  PermanentError,
  RawBodyUnavailableError,
  RetryLater,
  WebhookVerificationError,
} from '../src/index.js';

const errors = [
  new LeaseLostError('reason'),
  new PermanentError('reason'),
  new RetryLater({ after: 1 }),
  new RawBodyUnavailableError('cure'),
  new WebhookVerificationError({ ok: false, code: 'signature_mismatch' }),
];

describe.each(errors)('$name', (error) => {
  const Class = error.constructor as new (...args: never[]) => Error;

  it('is an Error of its class, and of no other', () => {
    expect(error).toBeInstanceOf(Error);
    const classes = errors.map((other) => other.constructor);
    expect(classes.filter((other) => error instanceof other)).toEqual([Class]);
  });

  it('is recognised by its brand: another copy of the module agrees', () => {
    const copy = new Error('from the other copy');
    Object.defineProperty(copy, Symbol.for(`@screening-webhooks/${error.name}`), { value: true });
    expect(copy instanceof Class).toBe(true);
    expect(new Error('plain') instanceof Class).toBe(false);
    expect((null as unknown) instanceof Class).toBe(false);
  });

  it('a subclass keeps its own meaning', () => {
    class Sub extends Class {}
    expect(error instanceof Sub).toBe(false);
    expect(Object.create(Sub.prototype) instanceof Sub).toBe(true);
  });
});

it('causes are kept', () => {
  const cause = new Error('cause');
  expect(new PermanentError('reason', { cause }).cause).toBe(cause);
  expect(new RetryLater({ after: 1, cause }).cause).toBe(cause);
});

it('bundled, as they are published, they keep their names in stack traces', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    conditions: ['@screening-webhooks/source'],
  });
  const code = outputFiles[0]?.text ?? '';
  const bundled = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  for (const { name } of errors) {
    const Class = bundled[name];
    expect(Class.name).toBe(name);
    const options = name === 'WebhookVerificationError' ? { code: 'signature_mismatch' } : {};
    expect(inspect(new Class({ after: 1, ...options }))).toMatch(new RegExp(`^${name}: `));
  }
});
