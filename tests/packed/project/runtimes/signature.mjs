import { parseSignatureHeader, signBody, verifySignature } from '@screening-webhooks/core';
import { mustMatch } from './cases.mjs';
import table from './signature-table.json' with { type: 'json' };

const { secret, timestamp } = table;
const now = () => table.now;
const options = { secret, now };
const event = new TextEncoder().encode(table.event);

/** The signature matrix. The packages' own tests have what does not depend on the runtime: mistakes, and events that are malformed. */
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
    ...bodies,
  ];
}

const bodies = [
  {
    name: 'no flipped bit of the body or of the signature verifies',
    run: async () => {
      for (let bit = 0; bit < event.length * 8; bit += 1) {
        const changed = event.slice();
        changed[bit >> 3] ^= 1 << (bit & 7);
        await mustMismatch(`bit ${bit} of the body`, changed, table.signature);
      }
      const signature = BigInt(`0x${table.signature}`);
      for (let bit = 0n; bit < 256n; bit += 1n) {
        const changed = (signature ^ (1n << bit)).toString(16).padStart(64, '0');
        await mustMismatch(`bit ${bit} of the signature`, event, changed);
      }
    },
  },
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
      const header = `t=${timestamp},v1=${table.signature}`;
      const view = new Uint8Array([0, ...event, 0]).subarray(1, -1);
      mustMatch('verified', await verifySignature(view, header, options), { ok: true });
    },
  },
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
    // Its key is not cached, since no case before has this secret.
    await signBody('x', { secret: 'whsec_of_which_mac', timestamp });
  } finally {
    crypto.subtle.importKey = importKey;
  }
  return imports === 0 ? 'node:crypto' : 'WebCrypto';
}

async function mustMismatch(what, body, signature) {
  const result = await verifySignature(body, `t=${timestamp},v1=${signature}`, options);
  mustMatch(what, result, { ok: false, code: 'signature_mismatch' });
}

function unpack({ base64, times }) {
  const unit = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bytes = new Uint8Array(unit.length * times);
  for (let copy = 0; copy < times; copy += 1) bytes.set(unit, copy * unit.length);
  return bytes;
}
