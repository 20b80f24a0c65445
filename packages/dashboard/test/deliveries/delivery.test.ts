import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReceiver } from '@screening-webhooks/core';
import { readLink } from 'screening-webhooks-delivery-input';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test } from 'vitest';
import { failureCauses } from '../../../sandbox/src/service/capabilities/webhooks/delivery-records.js';
import { nextSteps } from '../../../sandbox/src/service/capabilities/webhooks/diagnosis/known-attempt.js';
import { verdicts } from '../../../sandbox/src/service/capabilities/webhooks/diagnosis/verdict.js';
import {
  type Attempt,
  checkLinkOf,
  fixtureOf,
  hasTwoClocks,
  ownAttempt,
  signatureOf,
  verificationIdOf,
} from '../../src/pages/deliveries/delivery.js';
import { buttonsOf } from '../../src/pages/deliveries/delivery-buttons.js';
import { curlOf } from '../../src/resource/form/request-code.js';
import {
  attemptWords,
  causeSentence,
  type Diagnosed,
  nextSentence,
  verdictSentence,
} from '../../src/words/diagnosis.js';

const signedAt = '2026-11-22T19:00:00.250Z';
const attempt: Attempt = {
  id: 'att_1',
  number: 1,
  trigger: 'scheduled',
  state: 'failed',
  url: 'http://127.0.0.1:3000/',
  requestHeaders: { 'content-type': 'application/json', 'Service-Signature': 't=1,v1=ab' },
  signedAt,
  startedAt: '2026-11-22T19:00:00.000Z',
  fault: null,
  durationMs: 1,
  responseStatus: 401,
  responseHeaders: {},
  responseBody: '',
  error: { code: 'status_401', message: 'Refused.' },
  diagnosis: {
    verdict: {
      code: 'genuine',
      message: 'a text for programs',
      secretHint: 'iesI',
      signedAt,
      signedAfterStartSeconds: 0,
    },
    cause: {
      code: 'unauthorized',
      message: 'a text for programs',
      host: '127.0.0.1',
      port: 3000,
      status: 401,
      location: 'http://127.0.0.1:3000/ok',
      retryAfterSeconds: null,
      fault: 'duplicate',
    },
    next: { code: 'compare_secret', message: 'a text for programs' },
  },
};
const requestBody = '{"name":"Zoë\u2028王 #&+% \\u0000"}\r\n';

test('the link of a failed attempt has the exact bytes and the time', () => {
  const link = checkLinkOf({ requestBody, attempts: [attempt] });
  const { pathname, search, hash } = new URL(String(link), 'http://localhost');
  expect([pathname, search]).toEqual(['/check', '']);
  expect(readLink(hash)).toEqual({
    headers: [
      ['content-type', 'application/json'],
      ['Service-Signature', 't=1,v1=ab'],
    ],
    body: new TextEncoder().encode(requestBody),
    arrivedAt: Date.parse(signedAt),
  });
});

test('the latest attempt decides, but not the repeats that a fault has sent after it', () => {
  const attempts = (['scheduled', 'manual', 'fault'] as const).map((trigger, index) => ({
    ...attempt,
    number: index + 1,
    trigger,
  }));
  expect(ownAttempt(attempts)?.number).toBe(2);
  expect(ownAttempt([])).toBeUndefined();
});

/** The attempt with changed facts of its diagnosis. */
function diagnosed(changes: {
  readonly verdict?: object;
  readonly cause?: object;
  readonly next?: object;
}): Diagnosed {
  const { url, durationMs, diagnosis } = attempt;
  const { verdict, cause, next } = diagnosis ?? {};
  const changed = {
    verdict: { ...verdict, ...changes.verdict },
    cause: { ...cause, ...changes.cause },
    next: { ...next, ...changes.next },
  };
  return { url, durationMs, diagnosis: JSON.parse(JSON.stringify(changed)) };
}

test.each<[string, readonly Attempt[]]>([
  ['is none', []],
  ['still runs', [attempt, { ...attempt, state: 'started', diagnosis: null }]],
  ...nextSteps
    .filter((code) => code !== 'compare_secret')
    .map((code): [string, readonly Attempt[]] => [
      `has the next step ${code}`,
      [attempt, { ...attempt, ...diagnosed({ next: { code } }) }],
    ]),
])('there is no link to check a signature when the latest attempt %s', (_what, attempts) =>
  expect(checkLinkOf({ requestBody, attempts })).toBeUndefined(),
);

const sentence = /^(?!.*(?:undefined|null|`|a text for programs)).+[.]$/;
/** The codes whose reason, option or recognized software only the service knows. */
const asReported =
  /^(?:address_blocked|connection_failed|headers_invalid|invalid_response|tls_failed|url_invalid|allow_address|exempt_route)$/;
const words = (code: string) => (asReported.test(code) ? /^a text for programs$/ : sentence);

test.each(['acknowledged', ...failureCauses])('the cause %s has a sentence', (code) => {
  expect(causeSentence(diagnosed({ cause: { code } }))).toMatch(words(code));
});

test.each(verdicts)('the verdict %s has a sentence', (code) => {
  expect(verdictSentence(diagnosed({ verdict: { code } }).diagnosis)).toMatch(sentence);
});

test.each(nextSteps)('the next step %s has a sentence', (code) => {
  expect(nextSentence(diagnosed({ next: { code } }))).toMatch(words(code));
  // An interrupted attempt, and one without an answer, have no status.
  const cause = { code: 'interrupted', status: null, location: null };
  expect(nextSentence(diagnosed({ next: { code }, cause }))).toMatch(words(code));
});

test.each([
  [0, 'signed as the attempt began'],
  [1, 'signed as the attempt began'],
  [-900, "signed by this computer's clock, 15 min behind the service's"],
  [90, "signed by this computer's clock, 1 min 30 s ahead of the service's"],
])('a signature of %i s after the start says by which clock', (signedAfterStartSeconds, words) => {
  const { diagnosis } = diagnosed({ verdict: { signedAfterStartSeconds } });
  expect(verdictSentence(diagnosis)).toBe(`The signature is right: secret …iesI, ${words}.`);
});

test.each([
  ['succeeded', null, 'The attempt succeeded.'],
  ['retrying', 'connection_refused', 'The attempt failed: connection refused.'],
  ['failed', 'timeout', 'The attempt failed: no answer in time.'],
  ['canceled', null, 'The delivery is canceled.'],
] as const)('an attempt that was asked for, %s for %s, says: %s', (status, cause, expected) => {
  expect(attemptWords({ status, cause })).toBe(expected);
});

test('an attempt names the time of its signature when that is by another clock', () => {
  expect(hasTwoClocks(attempt)).toBe(false);
  for (const startedAt of ['2026-11-22T19:15:00.000Z', '2026-11-22T18:45:00.000Z']) {
    expect(hasTwoClocks({ ...attempt, startedAt })).toBe(true);
  }
});

test('there is no link for a body that no address takes', () => {
  const long = `{"text":"${'a'.repeat(50_000)}"}`;
  expect(checkLinkOf({ requestBody: long, attempts: [attempt] })).toBeUndefined();
});

/** The arguments that a POSIX shell gives to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}\n`;
  const options = { input: script, encoding: 'utf8', cwd: '/' } as const;
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-s'], options);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\0').slice(0, -1);
}

const url = 'http://127.0.0.1:3000/webhooks';

test.each([
  ['a quote', `{"name":"O'Brien, 'Pat'"}`],
  ['double quotes and backslashes', String.raw`{"path":"C:\\new\\table \" \u0027"}`],
  ['lines', '{\n  "a": 1\r\n}\n'],
  ['what a shell expands', `{"a":"$HOME \${IFS} $(id) \`id\` !! ~ * ? #"}`],
  ['text outside ASCII', '{"name":"Zoë Nguyễn-Ångström 王小明 🩺 \u202e"}'],
  ['the sign of a file', '@/etc/hostname'],
  ['nothing', ''],
])('a body with %s reaches curl as it is', (_what, body) => {
  const sent = argumentsOf(curlOf({ url, headers: {}, body }));
  expect(sent.slice(-2)).toEqual(['--data-raw', body]);
});

test('the method, the URL and each header reach curl', () => {
  const headers = {
    'Content-Type': 'application/json',
    'Service-Signature': "t=1,v1=ab',$HOME",
    'X-Empty': '',
  };
  const strange = "http://[::1]:3000/it's/{a,b}?x=$HOME&y=`id`";
  expect(argumentsOf(curlOf({ url: strange, headers, body: '{}' }))).toEqual([
    ...['--globoff', '--request', 'POST', strange],
    ...['--header', 'Content-Type: application/json'],
    ...['--header', "Service-Signature: t=1,v1=ab',$HOME"],
    ...['--header', 'X-Empty;', '--data-raw', '{}'],
  ]);
});

interface Pasted {
  readonly event: unknown;
  readonly delivery: (secret: string) => Promise<{ body: string; request: () => Request }>;
}

/** Pastes the module into a file and runs it, as a user would. */
async function paste(code: string): Promise<Pasted> {
  const file = join(scratchFolder(import.meta.dirname), 'fixture.ts');
  await writeFile(file, code);
  return import(file);
}

const data = {
  verificationId: 'dv_1',
  formData: { holderName: `Zoë O'Brien \`$HOME\` \${x} \u2028 王小明 */`, licenseNumber: 'RN1' },
};
const event = {
  id: 'evt_1',
  type: 'document_verification.completed',
  created: '2026-11-20T10:01:13.000Z',
  data,
};

test.each([
  ['an event of the service', JSON.stringify(event)],
  ['a number that JavaScript would change', JSON.stringify(event).replace('"RN1"', '1.0')],
  [
    'a key that would set a prototype',
    JSON.stringify(event).replace('"holderName"', '"__proto__":{"id":"x"},"holderName"'),
  ],
])('%s is pasted, signed, and accepted by a receiver', async (_what, requestBody) => {
  const { delivery } = await paste(fixtureOf({ id: 'dlv_1', requestBody }));
  const handled: string[] = [];
  const secret = 'whsec_test';
  const handlers = { '*': ({ id }: { id: string }) => void handled.push(id) };
  const receiver = createReceiver({ secret, handlers });
  const signed = await delivery(secret);
  expect(signed.body).toBe(requestBody);
  expect((await receiver.fetch(signed.request())).status).toBe(200);
  expect(handled).toEqual(['evt_1']);
  const forged = (await delivery('whsec_other')).request();
  expect((await receiver.fetch(forged)).status).toBe(401);
});

test('an event of the service is an object that can be changed', async () => {
  const code = fixtureOf({ id: 'dlv_1', requestBody: JSON.stringify(event) });
  expect((await paste(code)).event).toEqual(event);
  expect(code).toContain('\n  "type": "document_verification.completed",\n');
});

test('a body that is not JSON is pasted as text', async () => {
  expect((await paste(fixtureOf({ id: 'dlv_1', requestBody: '{"a"' }))).event).toBe('{"a"');
});

const now = Date.parse(signedAt) - 5000;
const later = 'It will be retried automatically in 5 s. Use Deliver now to skip the wait.';
interface Given {
  readonly at?: string | null;
  readonly paused?: boolean;
  readonly frozen?: boolean;
  readonly late?: boolean;
}

const isPaused = 'The endpoint is paused. Resume it first.';

test.each([
  // The clock runs, and nothing is paused.
  [
    'scheduled',
    { at: signedAt },
    'deliver now',
    'It will be attempted automatically in 5 s. Use Deliver now to skip the wait.',
  ],
  ['retrying', { at: signedAt }, 'deliver now', later],
  [
    'retrying',
    { at: signedAt, frozen: true },
    'deliver now',
    later.replace('in 5 s', 'when the clock moves'),
  ],
  ['retrying', { at: signedAt, late: true }, 'deliver now', later.replace('in 5 s', 'now')],
  ['delivering', {}, undefined, 'An attempt is in progress.'],
  ['failed', {}, 'replay', undefined],
  ['failed', { paused: true }, 'resume', isPaused],
  // On a frozen clock, a replay waits in the status that the delivery had.
  ['failed', { at: signedAt, frozen: true }, undefined, 'An attempt is already due.'],
  ['succeeded', {}, undefined, undefined],
  ['succeeded', { paused: true }, 'resume', isPaused],
  ['held', { paused: true }, 'resume', isPaused],
  [
    'canceled',
    {},
    undefined,
    'Only possible while its status is “succeeded” or “failed”. It is “canceled” now.',
  ],
] as const)(
  'a delivery that is %s, with %o: %s is primary, and replay says %s',
  (status, given, expected, refusal) => {
    const { at = null, paused = false, frozen = false, late = false }: Given = given;
    const clock = { now: late ? now + 6000 : now, frozen };
    const buttons = buttonsOf({ status, nextAttemptAt: at, paused }, clock);
    const { deliverNow, replay, needsResume } = buttons;
    const primary = [
      ...(deliverNow.look === 'primary' ? ['deliver now'] : []),
      ...(replay.look === 'primary' ? ['replay'] : []),
      ...(needsResume ? ['resume'] : []),
    ];
    expect(primary).toEqual(expected === undefined ? [] : [expected]);
    expect(replay.refusal).toBe(refusal);
    expect(deliverNow.refusal === undefined).toBe(expected === 'deliver now');
  },
);

test('a signature is read, whatever the case of its header', () => {
  expect(signatureOf({ 'service-signature': 't=1700000000, v1=aa,v0=bb,v1=cc' })).toEqual({
    t: '1700000000',
    v1: ['aa', 'cc'],
  });
});

test('a signature header that a fault has replaced is not an error', () => {
  expect(signatureOf({ 'Content-Type': 'application/json' })).toBeUndefined();
  expect(signatureOf({ 'Service-Signature': 'nonsense' })).toEqual({ t: undefined, v1: [] });
  expect(signatureOf({ 'Service-Signature': 'v1=' })).toEqual({ t: undefined, v1: [''] });
});

test.each([
  ['{"data":{"verificationId":"dv_1"}}', 'dv_1'],
  ['{"data":{"verificationId":7}}', undefined],
  ['{"data":{"verificationId":""}}', undefined],
  ['{"data":null}', undefined],
  ['null', undefined],
  ['{"data"', undefined],
])('the verification of %s is %s', (body, expected) => {
  expect(verificationIdOf(body)).toBe(expected);
});
