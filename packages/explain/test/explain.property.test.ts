import { gzipSync } from 'node:zlib';
import { signBody, verifySignature } from '@screening-webhooks/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DeliveryToExplain, explainDelivery } from '../src/index.js';
import { now, T, toBody } from './sign-by-hand.js';

// The number of inputs of each kind for a property. Few by default, because most cost a search of a thousand MACs; set
// EXPLAIN_RUNS=500 for a long run.
const RUNS = Number(process.env['EXPLAIN_RUNS'] ?? 4);
const settings = { numRuns: RUNS };
const TIMEOUT_MS = 600_000;

const secrets = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
const timestamps = fc.integer({ min: T - 300, max: T + 300 });
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const bytes = fc.uint8Array({ maxLength: 64 });
const texts = fc.string({ maxLength: 64 });
const base64s = bytes.map((each) => Buffer.from(each).toString('base64'));

// One kind for each layer of the search.
const bodies: Readonly<Record<string, fc.Arbitrary<string | Uint8Array>>> = {
  bytes,
  text: texts,
  'text with white space and line breaks': texts.map((text) => `\uFEFF ${text}\r\n\n`),
  'text outside ASCII': fc.string({ unit: 'binary', maxLength: 64 }),
  'Latin-1': fc
    .string({ unit: 'binary', maxLength: 64 })
    .map((text) => Buffer.from(text, 'latin1')),
  'UTF-16': texts.map((text) => Buffer.from(text, 'utf16le')),
  'zero bytes at the end': bytes.map((each) => Buffer.concat([each, Buffer.alloc(3)])),
  JSON: fc.json({ maxDepth: 1 }),
  'an object': fc.record({ b: texts, a: fc.double() }).map((value) => JSON.stringify(value)),
  'a JSON string': texts.map((text) => JSON.stringify(text)),
  'a stringified Buffer': bytes.map((each) => JSON.stringify(Buffer.from(each))),
  base64: base64s,
  'a gateway event': base64s.map((body) => JSON.stringify({ body, isBase64Encoded: true })),
  'a form': texts.map((text) => `payload=${encodeURIComponent(`{${text}}`)}`),
  gzip: bytes.map((each) => gzipSync(each)),
};

const configuredSecrets = fc.oneof(
  secrets,
  secrets.map((secret) => `SECRET="${secret}"`),
  secrets.map((secret) => `whsec_old,${secret}`),
  secrets.map((secret) => `whsec_${Buffer.from(secret).toString('base64')}`),
  secrets.map((secret) => Buffer.from(secret).toString('hex')),
  secrets.map((secret) => encodeURIComponent(secret)),
);

const validHeaders = fc.tuple(timestamps, hex).map(([t, v1]) => `t=${t},v1=${v1}`);
const garbageHeaders: Readonly<Record<string, fc.Arbitrary<string>>> = {
  base64: fc.tuple(timestamps, fc.base64String()).map(([t, v1]) => `t=${t},v1=${v1}`),
  'a short signature': fc.tuple(timestamps, hex).map(([t, v1]) => `t=${t},v1=${v1.slice(9)}`),
  'no t': hex.map((v1) => `v1=${v1}`),
  'two t': fc.tuple(validHeaders, validHeaders).map((both) => both.join()),
  'quotes and separators': fc
    .tuple(fc.constantFrom(';', '&', ', '), hex)
    .map(([separator, v1]) => `"t=1"${separator}V1=${v1}`),
  text: fc.string({ maxLength: 100 }),
  bytes: fc.string({ unit: 'binary', maxLength: 100 }),
};

// Causes that only a matching MAC may prove.
const MAC_ONLY =
  /^(?:secret_|signed_|signature_truncated|delivery_|clock_|body_(?:reserialized|text_|padded|base64|stringified|in_|form_|compressed))/;

/** Expects that a body, header and secret that do not match prove nothing. */
async function mustBeUnproven(body: Uint8Array, header: string, secret: string): Promise<void> {
  const explanation = await explainDelivery({ body, header, secret, now });
  expect(explanation).toMatchObject({ ok: false, proven: false });
  if (explanation.ok) return;
  for (const { cause } of [explanation, ...explanation.otherFindings]) {
    expect(cause).not.toMatch(MAC_ONLY);
  }
  const { code } = explanation;
  expect(await verifySignature(body, header, { secret, now })).toEqual({ ok: false, code });
}

it.each(Object.entries(bodies))(
  'never blames a genuine delivery: body of %s',
  async (_kind, body) => {
    await fc.assert(
      fc.asyncProperty(
        body.map(toBody),
        fc.uniqueArray(configuredSecrets, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        timestamps,
        async (signed, secret, nth, timestamp) => {
          const secretIndex = nth % secret.length;
          const signer = secret[secretIndex] ?? '';
          const header = await signBody(signed, { secret: signer, timestamp });
          const explanation = await explainDelivery({ body: signed, header, secret, now });
          expect(explanation).toEqual({ ok: true, timestamp, secretIndex });
          expect(explanation).toEqual(await verifySignature(signed, header, { secret, now }));
        },
      ),
      { ...settings, numRuns: 3 * RUNS },
    );
  },
  TIMEOUT_MS,
);

it.each(Object.entries(bodies))(
  'never claims that a MAC proved a cause of garbage: body of %s',
  async (_kind, body) => {
    const property = fc.asyncProperty(
      body.map(toBody),
      validHeaders,
      configuredSecrets,
      mustBeUnproven,
    );
    await fc.assert(property, settings);
  },
  TIMEOUT_MS,
);

it.each(Object.entries(garbageHeaders))(
  'never claims that a MAC proved a cause of garbage: header of %s',
  async (_kind, header) => {
    const body = texts.map(toBody);
    await fc.assert(fc.asyncProperty(body, header, configuredSecrets, mustBeUnproven), settings);
  },
  TIMEOUT_MS,
);

it(
  'never takes a changed value for damage, reserialized or not',
  async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.boolean(), async (value, other, indented) => {
        fc.pre(value !== other);
        const sent = JSON.stringify({ id: 'evt_1', data: { value } });
        const got = JSON.stringify({ id: 'evt_1', data: { value: other } }, null, indented ? 2 : 0);
        const header = await signBody(sent, { secret: 's', timestamp: T });
        const explanation = await explainDelivery({ body: toBody(got), header, secret: 's', now });
        expect(explanation).toMatchObject({ ok: false, proven: false });
      }),
      settings,
    );
  },
  TIMEOUT_MS,
);

const damages: Readonly<Record<string, (text: string) => string>> = {
  'nothing changed': (text) => text,
  'a line break added': (text) => `${text}\n`,
  'quotes added': (text) => `"${text}"`,
  wrapped: (text) => JSON.stringify({ body: text }),
  'in upper case': (text) => text.toUpperCase(),
  'cut off': (text) => text.slice(1),
  'in base64': (text) => btoa(text),
  replaced: () => '[object Object]',
};

it.each(Object.entries(damages))(
  'no byte of secret, body or headers is in an explanation: body %s',
  async (_name, ofBody) => {
    const canaries = fc.stringMatching(/^[a-z0-9]{24}$/);
    const damage = fc.constantFrom(...Object.values(damages));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(canaries, canaries, canaries),
        damage,
        damage,
        async ([secret, value, name], ofSecret, ofHeader) => {
          const body = JSON.stringify({ id: value });
          const header = await signBody(body, { secret, timestamp: T - 1000 });
          const delivery: DeliveryToExplain = {
            body: toBody(ofBody(body)),
            header: ofHeader(header),
            headers: [
              [name, value],
              ['content-type', value],
            ],
            secret: ofSecret(secret),
            now,
          };
          const said = JSON.stringify(await explainDelivery(delivery)).toLowerCase();
          for (const canary of [secret, value, name]) {
            for (const form of [canary, btoa(canary)]) {
              expect(said).not.toContain(form.slice(0, 8).toLowerCase());
            }
          }
        },
      ),
      settings,
    );
  },
  TIMEOUT_MS,
);
