import { signBody } from '@screening-webhooks/core';
import { explainDelivery } from '@screening-webhooks/explain';
import { mustMatch } from './expect.mjs';

const secret = 'whsec_Zm9v+YmFy/cXV4';
const timestamp = 1_790_000_000;
const now = () => timestamp * 1000;
const sent = '{"id":"evt_1","data":{"name":"Zoë 🩺","url":"https://files.example"}}';
// The same as gzip.
const zipped = bytesOf(
  'H4sIAAAAAAAAA6tWykxRslJKLSuJN1TSUUpJLElUsqpWykvMTVWyUorKP7xa4cP8lbuUdJRKi3KUrJQySkoKiq309dMyc1KL9VIrEnMLclKVamsB6VWuykgAAAA=',
);

async function explain(body, changes = {}) {
  const { signed = sent, key = secret, at = timestamp, header = (text) => text, ...more } = changes;
  const value = await signBody(signed, { secret: key, timestamp: at });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return explainDelivery({ body: bytes, header: header(value), secret, now, ...more });
}

const damaged = [
  ['body_reserialised_from_compact', () => explain(JSON.stringify(JSON.parse(sent), null, 2))],
  [
    'body_unicode_unescaped',
    () => explain(sent, { signed: sent.replace('ë', '\\u00eb').replace('🩺', '\\ud83e\\ude7a') }),
  ],
  ['body_double_encoded', () => explain('{"name":"ZoÃ«"}', { signed: '{"name":"Zoë"}' })],
  ['body_base64', () => explain(btoa('{"id":"evt_1"}'), { signed: '{"id":"evt_1"}' })],
  ['body_bom_removed', () => explain(sent, { signed: `\uFEFF${sent}` })],
  ['body_still_compressed', () => explain(zipped)],
  ['body_empty', () => explain('')],
  ['secret_white_space', () => explain(sent, { secret: `${secret}\n` })],
  ['secret_base64_decoded', () => explain(sent, { key: 'foo', secret: btoa('foo') })],
  ['signature_truncated', () => explain(sent, { header: (text) => text.slice(0, -5) })],
  [
    'header_not_read',
    () =>
      explain(sent, {
        header: () => null,
        headers: new Headers({ 'Service-Signature': `t=${timestamp},v1=${'0'.repeat(64)}` }),
      }),
  ],
  ['delivery_stale', () => explain(sent, { at: timestamp - 301 })],
  ['unknown_secret_or_body', () => explain(sent, { key: 'whsec_another' })],
];

/** A dozen damaged deliveries: each takes something of the runtime that another may lack, or do otherwise. */
export const explainCases = [
  {
    name: 'explains a genuine delivery as ok',
    run: async () => mustMatch('explanation', await explain(sent), { ok: true, timestamp }),
  },
  ...damaged.map(([cause, run]) => ({
    name: `explains ${cause}`,
    run: async () => mustMatch('explanation', await run(), { ok: false, cause }),
  })),
];

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
