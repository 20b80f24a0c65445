import { signBody } from '@screening-webhooks/core';
import { explainDelivery } from '@screening-webhooks/explain';
import { mustMatch } from './cases.mjs';

const secret = 'whsec_Zm9v+YmFy/cXV4';
const timestamp = 1_790_000_000;
const now = () => timestamp * 1000;
const sent = '{"id":"evt_1","data":{"name":"Zoë 🩺","url":"https://files.example"}}';
// The same bytes as gzip.
const zipped = bytesOf(
  'H4sIAAAAAAAAA6tWykxRslJKLSuJN1TSUUpJLElUsqpWykvMTVWyUorKP7xa4cP8lbuUdJRKi3KUrJQySkoKiq309dMyc1KL9VIrEnMLclKVamsB6VWuykgAAAA=',
);

async function explain(body, changes = {}) {
  const { signed = sent, key = secret, header = (text) => text, ...more } = changes;
  const value = await signBody(signed, { secret: key, timestamp });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return explainDelivery({ body: bytes, header: header(value), secret, now, ...more });
}

const damaged = [
  [
    'body_reserialized: signed with Unicode escapes',
    () => explain(sent, { signed: sent.replace('ë', '\\u00eb').replace('🩺', '\\ud83e\\ude7a') }),
  ],
  [
    'body_text_changed: UTF-8 was read as Latin-1',
    () => explain('{"name":"ZoÃ«"}', { signed: '{"name":"Zoë"}' }),
  ],
  ['body_text_changed: byte order mark removed', () => explain(sent, { signed: `\uFEFF${sent}` })],
  ['body_base64', () => explain(btoa('{"id":"evt_1"}'), { signed: '{"id":"evt_1"}' })],
  ['body_compressed', () => explain(zipped)],
  [
    'secret_encoding: the signer decodes it from base64',
    () => explain(sent, { key: 'foo', secret: btoa('foo') }),
  ],
  [
    'header_not_read',
    () =>
      explain(sent, {
        header: () => null,
        headers: new Headers({ 'Service-Signature': `t=${timestamp},v1=${'0'.repeat(64)}` }),
      }),
  ],
  ['unknown_secret_or_body', () => explain(sent, { key: 'whsec_another' })],
];

/** Explanations that need a feature which a runtime may lack: encodings, compression, WebCrypto. */
export const explainCases = [
  {
    name: 'explains a genuine delivery as ok',
    run: async () => mustMatch('explanation', await explain(sent), { ok: true, timestamp }),
  },
  ...damaged.map(([diagnosis, run]) => ({
    name: `explains ${diagnosis}`,
    run: async () => {
      const { ok, cause, detail } = await run();
      const found = detail === undefined ? cause : `${cause}: ${detail}`;
      mustMatch('explanation', { ok, found }, { ok: false, found: diagnosis });
    },
  })),
];

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
