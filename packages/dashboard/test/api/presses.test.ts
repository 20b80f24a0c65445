import { expect, test } from 'vitest';
import { type ChangeKey, Presses } from '../../src/api/presses.js';
import { ProblemError } from '../../src/api/problem-error.js';

const lost = new ProblemError({ status: 0, code: 'no_answer', detail: 'No answer.' });
const invalid = new ProblemError({ status: 422, code: 'validation_failed', detail: 'Wrong.' });
const carriedOut = new ProblemError({
  status: 422,
  code: 'idempotency_key_reused',
  detail: 'It was carried out.',
});

/** A press that counts, with its answer shown on the page. @returns the key that was sent. */
async function press(presses: Presses, failure?: Error): Promise<ChangeKey> {
  expect(presses.take()).toBe(true);
  let sent: ChangeKey | undefined;
  const run = presses.run(async (key) => {
    sent = key;
    if (failure) throw failure;
  });
  if (failure) await expect(run).rejects.toBe(failure);
  else await run;
  presses.release();
  if (!sent) throw new Error('Nothing was sent.');
  return sent;
}

test('a key is 32 hexadecimal digits', async () => {
  expect(await press(new Presses())).toMatch(/^[0-9a-f]{32}$/);
});

test('the key stays the same until a press is answered with yes, and then another one is made', async () => {
  const presses = new Presses();
  const first = await press(presses, lost);
  expect(await press(presses, invalid)).toBe(first);
  expect(await press(presses)).toBe(first);
  expect(await press(presses)).not.toBe(first);
});

test('where the service says that the key was used, the next press is another change', async () => {
  const presses = new Presses();
  const first = await press(presses, lost);
  expect(await press(presses, carriedOut)).toBe(first);
  expect(await press(presses)).not.toBe(first);
});

test('two forms have two keys', async () => {
  expect(await press(new Presses())).not.toBe(await press(new Presses()));
});

test('a form that was closed and is opened again has another key', async () => {
  const presses = new Presses();
  const first = await press(presses, lost);
  presses.forget();
  expect(await press(presses)).not.toBe(first);
});

test('a press counts neither while another one runs, nor before the page shows its answer', async () => {
  const presses = new Presses();
  expect(presses.take()).toBe(true);
  expect(presses.take()).toBe(false);
  presses.release();
  expect(presses.take()).toBe(false);
  await presses.run(async () => {
    presses.release();
    expect(presses.take()).toBe(false);
  });
  expect(presses.take()).toBe(false);
  presses.release();
  expect(presses.take()).toBe(true);
});
