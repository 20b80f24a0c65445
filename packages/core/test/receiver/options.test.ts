import { expect, it } from 'vitest';
import { receiverOptionNames } from '../../src/adapters/index.js';
import { listener } from '../../src/adapters/node/index.js';
import { createReceiver, createVerifier } from '../../src/index.js';
import { createReceiverWithStore } from '../../src/receiver/create-receiver.js';
import { notSecrets } from '../support/not-secrets.js';

const base = { secret: 's', handlers: { '*': () => {} } };

const { secret: _secret, handlers: _handlers, ...others } = receiverOptionNames;
const left = Object.fromEntries(Object.keys(others).map((name) => [name, undefined]));

const wrong: [name: string, option: object, message: RegExp][] = [
  ['no secret', { secret: undefined }, /^secret: expected .* environment variable/],
  ['an empty secret', { secret: '' }, /^secret: expected a non-empty string\. Set the var/],
  ['no secrets', { secret: [] }, /^secret: expected/],
  ['a secret with a newline', { secret: ['s', 't\n'] }, /^secret\[1\]: has white space around it/],
  ...notSecrets.map((text): (typeof wrong)[number] => [
    `the secret ${JSON.stringify(text)}`,
    { secret: ['s', text] },
    /^secret\[1\]: expected the secret itself, .*Set the variable .*to the endpoint's signing secret\.$/,
  ]),
  ['no handlers', { handlers: undefined }, /^handlers: expected at least one/],
  ['empty handlers', { handlers: {} }, /^handlers: expected at least one/],
  [
    'a handler for no event type',
    { handlers: { 'document_verification.recordedd': () => {} } },
    /^handlers\['document_verification\.recordedd'\]: .* Did you mean 'document_verification\.recorded'\?/,
  ],
  [
    'a handler that is not a function',
    { handlers: { '*': 'log' } },
    /^handlers\['\*'\]: expected a function/,
  ],
  ['tolerance NaN', { tolerance: Number.NaN }, /^tolerance: expected seconds/],
  ['tolerance negative', { tolerance: -1 }, /^tolerance: .* Leave it out for the 300 s/],
  ['ackTimeout of 15 s', { ackTimeout: 15_000 }, /^ackTimeout: 15000 ms is too late/],
  ['ackTimeout 0', { ackTimeout: 0 }, /^ackTimeout: expected milliseconds above 0/],
  [
    'handlerTimeout past what a timer takes',
    { handlerTimeout: 2 ** 31 },
    /^handlerTimeout: .* at most 2147483647/,
  ],
  ['lease NaN', { lease: Number.NaN }, /^lease: expected milliseconds/],
  [
    'retention a millisecond below the retries',
    { retention: 899_999 },
    /^retention: 899999 ms is shorter than .* retries/,
  ],
  ['retention NaN', { retention: Number.NaN }, /^retention: expected milliseconds/],
  ['maxBodyBytes 0', { maxBodyBytes: 0 }, /^maxBodyBytes: expected a whole number/],
  ['maxBodyBytes Infinity', { maxBodyBytes: Infinity }, /^maxBodyBytes: expected a whole number/],
  ['integrationId empty', { integrationId: '' }, /^integrationId: expected a non-empty string/],
  ['namespace a number', { namespace: 7 }, /^namespace: expected a non-empty string/],
  ['namespace too long', { namespace: 'n'.repeat(256) }, /^namespace: .* at most 255/],
  ['ackTimeout in seconds', { ackTimeout: 15 }, /^ackTimeout: 15 looks like seconds.*15000/],
  [
    'tolerance in milliseconds',
    { tolerance: 300_000 },
    /^tolerance: 300000 looks like milli.* 300\./,
  ],
  ['another case', { acktimeout: 300 }, /^acktimeout: unknown option .* Did you mean ackTimeout\?/],
  [
    'an option that does not exist',
    { logger: console },
    /^logger: unknown option of a receiver\. .*secret, .*handlers/,
  ],
  ['observe no function', { observe: console }, /^observe: expected a function/],
  ['now no function', { now: 1_790_000_000 }, /^now: expected a function/],
  [
    'a store without extend',
    { dedupe: { claim() {}, commit() {}, release() {} } },
    /^dedupe: .* extend is missing/,
  ],
  [
    'a store that cannot commit',
    { dedupe: { claim() {}, extend() {}, release() {} } },
    /^dedupe: .* commit is missing/,
  ],
  ['an inbox without store', { inbox: {} }, /^inbox: .* store function is missing/],
];

it.each(wrong)('%s throws a TypeError that names option and cure', (_name, option, message) => {
  const create = () => createReceiver({ ...base, ...option } as typeof base);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

it.each<[string, object]>([
  ['ackTimeout just above what looks like seconds', { ackTimeout: 16 }],
  ['ackTimeout just below 15 s', { ackTimeout: 14_999 }],
  ['retention as long as the retries', { retention: 900_000 }],
  ['retention without an end', { retention: Infinity }],
  ['handlerTimeout as long as a timer takes', { handlerTimeout: 2 ** 31 - 1 }],
  ['a tolerance of a day', { tolerance: 86_400 }],
  ['a namespace of 255 characters', { namespace: 'n'.repeat(255) }],
  ['no observer', { observe: false }],
  ['undefined for all that have a default', left],
])('%s is taken', (_name, option) => {
  createReceiver({ ...base, ...option } as typeof base);
});

it('a secret is never in the message', () => {
  expect(() => createReceiver({ ...base, secret: 'whsec_private ' })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('whsec_private') }),
  );
});

it('a verifier checks the same, and needs no handlers', () => {
  expect(() => createVerifier({ secret: '' })).toThrow(/^secret: /);
  expect(() => createVerifier({ secret: 's', ackTimeout: 15_000 })).toThrow(/^ackTimeout: /);
  createVerifier({ secret: 's' });
});

it('a call without options shows what to give', () => {
  expect(() => listener(undefined as never, { path: '/hooks' })).toThrow(
    'Call listener({ secret, handlers }) or listener(receiver).',
  );
  expect(() => createVerifier(undefined as never)).toThrow('Call createVerifier({ secret }).');
  for (const given of [undefined, null, 's']) {
    const create = () => createReceiver(given as never);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^options: .*createReceiver\(\{ secret, handlers \}\)/);
  }
});

it('a receiver whose store is always given has no store of its own', () => {
  const create = () => createReceiverWithStore(base as never);
  expect(create).toThrow(/^dedupe: expected a DedupeStore, but claim is missing/);
});

it('functions of a receiver are bound', async () => {
  const { fetch, drain } = createReceiver(base);
  expect((await fetch(new Request('https://example.com'))).status).toBe(405);
  await drain();
});
