import { verifySignature } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { toFinding } from '../src/causes.js';
import { type ExplainCause, explainDelivery } from '../src/index.js';
import { damagedBodies } from './damaged-bodies.js';
import { damagedHeaders } from './damaged-headers.js';
import { damagedSecrets } from './damaged-secrets.js';
import { damagedSignatures } from './damaged-signatures.js';
import type { Damaged } from './sign-by-hand.js';

// Total: a cause without a delivery that has it does not compile.
const table: Readonly<Record<ExplainCause, readonly Damaged[]>> = {
  ...damagedHeaders,
  ...damagedSignatures,
  ...damagedSecrets,
  ...damagedBodies,
};

describe.each(Object.entries(table))('%s', (cause, rows) => {
  it.each(rows)('$name', async ({ delivery, code, proven, seconds, otherFindings = [] }) => {
    const explanation = await explainDelivery(delivery);
    expect(explanation).toMatchObject({ ok: false, cause, code, proven });
    if (explanation.ok) return;
    expect(explanation.otherFindings.map((finding) => finding.cause)).toEqual(otherFindings);
    expect(explanation.seconds).toBe(seconds);
    if (seconds !== undefined) expect(explanation.summary).toContain(` ${seconds} s `);
    // The words come from the table, so nothing of the delivery can be in them.
    for (const finding of [explanation, ...explanation.otherFindings]) {
      expect(finding).toMatchObject(toFinding(finding.cause, finding.seconds));
    }
  });
});

const verified = Object.entries(table).flatMap(([cause, rows]) =>
  rows
    // What comes before the signature, and what is no mistake of the delivery, verifySignature does not judge.
    .filter(({ code }) => !code.startsWith('unsupported_'))
    .filter(({ delivery }) => [delivery.secret].flat().every((secret) => secret.trim() === secret))
    .map((row) => ({ cause, ...row })),
);

it.each(verified)(
  '$cause, $name: the code is what a receiver answers',
  async ({ delivery, code }) => {
    const { body, header, secret, now = Date.now } = delivery;
    expect(await verifySignature(body, header, { secret, now })).toMatchObject({ ok: false, code });
  },
);
