import {
  parseSignatureHeader,
  signBody,
  verifyEvent,
  verifySignature,
  WebhookVerificationError,
} from '@screening-webhooks/core';
import { fixtures } from '@screening-webhooks/testing';
import { mustMatch } from './expect.mjs';
import { mistakeCases } from './mistake-cases.mjs';
import table from './signature-table.json' with { type: 'json' };

const { secret, timestamp } = table;
const now = () => table.now;
const options = { secret, now };
const event = new TextEncoder().encode(table.event);

/**
 * The signature matrix, as cases `{ name, run }`.
 *
 * @param mac The MAC implementation that this runtime must pick: 'node:crypto' or 'WebCrypto'.
 */
export function signatureCases(mac) {
  return [
    { name: `the MAC comes from ${mac}`, run: async () => mustMatch('MAC', await macInUse(), mac) },
    ...table.readable.map(({ name, header, signatures, timestampText }) => ({
      name: `parses ${name}`,
      run: async () => {
        const expected = { ok: true, signatures, timestamp, timestampText };
        mustMatch('header', parseSignatureHeader(header), expected);
      },
    })),
    ...table.unreadable.map(({ name, header, code }) => ({
      name: `does not parse: ${name}`,
      run: async () => mustMatch('header', parseSignatureHeader(header), { ok: false, code }),
    })),
    ...table.deliveries.map(({ name, header, body, secret, tolerance = 300, expected }) => ({
      name: `verifies: ${name}`,
      run: async () => {
        const result = await verifySignature(unpack(body), header, { secret, tolerance, now });
        mustMatch('verified', result, expected);
      },
    })),
    ...table.signings.map(({ name, body, secret, header }) => ({
      name: `signs, and verifies: ${name}`,
      run: async () => {
        const bytes = unpack(body);
        mustMatch('header', await signBody(bytes, { secret, timestamp }), header);
        mustMatch('verified', await verifySignature(bytes, header, { secret, now }), { ok: true });
      },
    })),
    ...flips,
    ...primitives,
    ...mistakeCases,
  ];
}

const flips = [
  {
    name: 'no flipped bit of the body verifies',
    run: async () => {
      for (let bit = 0; bit < event.length * 8; bit += 1) {
        const changed = event.slice();
        changed[bit >> 3] ^= 1 << (bit & 7);
        await mustMismatch(`bit ${bit}`, changed, timestamp, table.signature);
      }
    },
  },
  {
    name: 'no flipped bit of the signature verifies',
    run: async () => {
      const signature = BigInt(`0x${table.signature}`);
      for (let bit = 0n; bit < 256n; bit += 1n) {
        const changed = (signature ^ (1n << bit)).toString(16).padStart(64, '0');
        await mustMismatch(`bit ${bit}`, event, timestamp, changed);
      }
    },
  },
  {
    name: 'no other digit in t verifies',
    run: async () => {
      const text = String(timestamp);
      for (let at = 0; at < text.length * 10; at += 1) {
        const [place, digit] = [Math.floor(at / 10), String(at % 10)];
        if (text[place] === digit || (place === 0 && digit === '0')) continue;
        const changed = text.slice(0, place) + digit + text.slice(place + 1);
        await mustMismatch(`t=${changed}`, event, changed, table.signature);
      }
    },
  },
];

const primitives = [
  {
    name: 'a string stands for its UTF-8 bytes',
    run: async () => {
      const { body, header } = table.text;
      mustMatch('verified', await verifySignature(body, header, options), { ok: true });
    },
  },
  {
    name: 'a view into a larger buffer stands for its own bytes',
    run: async () => {
      const larger = new Uint8Array([0, ...event, 0]);
      const header = `t=${timestamp},v1=${table.signature}`;
      const view = larger.subarray(1, -1);
      mustMatch('verified', await verifySignature(view, header, options), { ok: true });
    },
  },
  {
    name: 'a header that is undefined is missing',
    run: async () =>
      mustMatch('header', parseSignatureHeader(undefined), { code: 'signature_header_missing' }),
  },
  {
    name: 'signBody signs with the current second by default',
    run: async () => {
      const before = Math.floor(Date.now() / 1000);
      const t = Number(/^t=(\d+),/.exec(await signBody('', { secret }))?.[1]);
      mustMatch('t is now', t >= before && t <= Date.now() / 1000, true);
    },
  },
  {
    name: 'more secrets than the key cache holds still verify',
    run: async () => {
      for (let n = 0; n < 1100; n += 1) await signBody('x', { secret: `s${n}`, timestamp: 1 });
      const header = await signBody(event, { secret: 's0', timestamp });
      mustMatch('verified', await verifySignature(event, header, { secret: 's0', now }), {
        ok: true,
      });
    },
  },
  ...fixtures.map((fixture) => ({
    name: `verifyEvent returns ${fixture.name}`,
    run: async () => {
      const body = JSON.stringify(fixture.event);
      const header = await signBody(body, { secret, timestamp });
      mustMatch('event', JSON.stringify(await verifyEvent(body, header, options)), body);
    },
  })),
  ...['', 'not json', 'null', '[]', '{}', '\uFEFF'].map((body) => ({
    name: `verifyEvent refuses a signed ${JSON.stringify(body)}`,
    run: async () => {
      const header = await signBody(body, { secret, timestamp });
      const error = await verifyEvent(body, header, options).catch((reason) => reason);
      mustMatch('is branded', error instanceof WebhookVerificationError, true);
      mustMatch('code', error.code, 'event_malformed');
    },
  })),
];

// Of the two implementations, only one imports a key into WebCrypto.
async function macInUse() {
  const { importKey } = crypto.subtle;
  let imports = 0;
  crypto.subtle.importKey = function counted(...args) {
    imports += 1;
    return Reflect.apply(importKey, this, args);
  };
  try {
    // A new secret, whose key is not cached.
    await signBody('x', { secret: `whsec_${crypto.randomUUID()}`, timestamp });
  } finally {
    crypto.subtle.importKey = importKey;
  }
  return imports === 0 ? 'node:crypto' : 'WebCrypto';
}

async function mustMismatch(what, body, t, signature) {
  const result = await verifySignature(body, `t=${t},v1=${signature}`, options);
  mustMatch(what, result, { ok: false, code: 'signature_mismatch' });
}

function unpack({ base64, times }) {
  const unit = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bytes = new Uint8Array(unit.length * times);
  for (let copy = 0; copy < times; copy += 1) bytes.set(unit, copy * unit.length);
  return bytes;
}
