import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReceiver } from '@screening-webhooks/core';
import { readLink } from 'screening-webhooks-delivery-input';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test } from 'vitest';
import {
  type Attempt,
  checkLinkOf,
  curlOf,
  fixtureOf,
  hasAttemptDue,
  hasTwoClocks,
  ownAttempt,
  signatureOf,
  verificationIdOf,
} from '../../src/pages/deliveries/delivery.js';

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
  diagnosis: null,
};
const requestBody = '{"name":"Zoë\u2028王 #&+% \\u0000"}\r\n';

test('a failed attempt is linked with what was sent, byte by byte, and when', () => {
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

test.each<[string, readonly Attempt[]]>([
  ['is none', []],
  ['succeeded', [attempt, { ...attempt, state: 'succeeded' }]],
  ['still runs', [attempt, { ...attempt, state: 'started' }]],
  ['was changed by a fault', [attempt, { ...attempt, fault: 'body_changed' }]],
  ['got no answer', [attempt, { ...attempt, responseStatus: null }]],
  ...[302, 404, 415, 500].map((responseStatus): [string, readonly Attempt[]] => [
    `got ${responseStatus}`,
    [attempt, { ...attempt, responseStatus }],
  ]),
])('there is no link when the latest attempt %s', (_what, attempts) =>
  expect(checkLinkOf({ requestBody, attempts })).toBeUndefined(),
);

test.each([400, 401, 403])('an attempt that got %i is linked', (responseStatus) =>
  expect(checkLinkOf({ requestBody, attempts: [{ ...attempt, responseStatus }] })).toBeDefined(),
);

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

/** Runs the module as somebody would who has pasted it into a file. */
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

test.each([
  [{ status: 'scheduled', nextAttemptAt: signedAt }, true],
  [{ status: 'retrying', nextAttemptAt: signedAt }, true],
  [{ status: 'delivering', nextAttemptAt: null }, false],
  // On a frozen clock, a replay waits in the status that the delivery had.
  [{ status: 'failed', nextAttemptAt: signedAt }, false],
])('whether an attempt of %o is due: %s', (delivery, expected) => {
  expect(hasAttemptDue(delivery)).toBe(expected);
});

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
