import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { describe, expect, it, vi } from 'vitest';
import { checkedStore } from '../../src/dedupe/checked-store.js';
import { type DedupeStore, memoryStore } from '../../src/index.js';
import { receiveOne, testReceiver } from '../support/test-receiver.js';

expectNoProcessFailures();

/** A store that gives `answer` to each question. */
function answering(answer: unknown): DedupeStore {
  const give = () => answer as never;
  return checkedStore({ claim: give, extend: give, commit: give, release: give });
}

const resolved = (answer: unknown) => Promise.resolve(answer);
const direct = (answer: unknown) => answer;

describe.each([
  ['at once', direct],
  ['by a promise', resolved],
])('a store that answers %s', (_how, by) => {
  it.each(['acquired', 'done', { busyForMs: 0 }, { busyForMs: 1.5 }])(
    'may answer %j to claim',
    async (answer) => {
      expect(await answering(by(answer)).claim('k', 'o', 1)).toEqual(answer);
    },
  );

  it('is asked for nothing but busyForMs', async () => {
    expect(await answering(by({ busyForMs: 1, owner: 'x' })).claim('k', 'o', 1)).toEqual({
      busyForMs: 1,
    });
  });

  it.each([
    true,
    'OK',
    '',
    null,
    undefined,
    1,
    {},
    { busyForMs: -1 },
    { busyForMs: Number.NaN },
    { busyForMs: Infinity },
    { busyForMs: '1' },
  ])('may not answer %j to claim', async (answer) => {
    const asking = async () => answering(by(answer)).claim('k', 'o', 1);
    await expect(asking()).rejects.toThrow(TypeError);
    await expect(asking()).rejects.toThrow(/no valid answer to claim.*'acquired', 'done' or/);
  });

  it.each([true, false])('may answer %j to extend and to commit', async (answer) => {
    expect(await answering(by(answer)).extend('k', 'o', 1)).toBe(answer);
    expect(await answering(by(answer)).commit('k', 'o', 1)).toBe(answer);
  });

  it.each([true, false, 'true', 1, undefined])(
    'has released a claim if it answers true: %j',
    async (answer) => {
      expect(await answering(by(answer)).release('k', 'o')).toBe(answer === true);
    },
  );

  it.each(['true', 'OK', 1, 0, null, undefined])(
    'may not answer %j to extend and to commit',
    async (answer) => {
      for (const operation of ['extend', 'commit'] as const) {
        const asking = async () => answering(by(answer))[operation]('k', 'o', 1);
        await expect(asking()).rejects.toThrow(TypeError);
        await expect(asking()).rejects.toThrow(/no valid answer.*true or false/);
      }
    },
  );
});

it.each([undefined, null, {}, { ...memoryStore(), claim: undefined }])(
  'dedupe() that gives %j is a 503 whose error names what is missing',
  async (store) => {
    expect(await receiveOne({ dedupe: () => store as DedupeStore })).toMatchObject({
      status: 503,
      outcome: {
        error: new TypeError(
          'dedupe: expected a DedupeStore, but claim is missing. Give memoryStore(), or a store made by one of the store packages.',
        ),
      },
    });
  },
);

it('a promise of a store is refused, and its rejection does not end the process', async () => {
  const receiver = testReceiver({
    dedupe: () => Promise.reject(new Error('no binding')) as unknown as DedupeStore,
  });
  expect(await receiver.deliver()).toMatchObject({ status: 503 });
});

it.each<[string, () => unknown]>([
  ['undefined', () => undefined],
  ['null', () => null],
  ['an object', () => ({})],
  ['a promise that rejects, which does not end the process', () => Promise.reject(new Error('x'))],
])('inbox() that gives %s is a 503 whose error says so', async (_name, inbox) => {
  expect(await receiveOne({ inbox: inbox as () => never })).toMatchObject({
    status: 503,
    outcome: { error: { message: expect.stringContaining('its store function is missing') } },
  });
});

it('the owner of a claim is unique: a random id of the process, and a number for each claim', async () => {
  const store = memoryStore();
  const claim = vi.fn(store.claim);
  const receiver = testReceiver({ dedupe: { ...store, claim } });
  for (const id of ['evt_1', 'evt_2']) await receiver.deliver(id);
  const owners = claim.mock.calls.map(([, owner]) => owner);
  expect(owners).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f-]{36}\.\d+$/)));
  expect(new Set(owners).size).toBe(2);
});
