import { verifySignature } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { type Diagnosis, toFinding } from '../src/causes.js';
import { explainDelivery, type Finding } from '../src/index.js';
import { damagedBodies } from './damaged-bodies.js';
import { damagedHeaders } from './damaged-headers.js';
import { damagedSecrets } from './damaged-secrets.js';
import { damagedSignatures } from './damaged-signatures.js';
import type { Damaged } from './sign-by-hand.js';

// Total: a cause or a detail without a delivery that has it does not compile.
const table: Readonly<Record<Diagnosis, readonly Damaged[]>> = {
  ...damagedHeaders,
  ...damagedSignatures,
  ...damagedSecrets,
  ...damagedBodies,
};

const diagnosisOf = ({ cause, detail }: Finding) => (detail ? `${cause}: ${detail}` : cause);

describe.each(Object.entries(table))('%s', (diagnosis, rows) => {
  const [cause, ofDiagnosis] = diagnosis.split(': ');
  it.each(rows)('$name', async (row) => {
    const { delivery, code, proven, seconds, otherFindings = [], detail = ofDiagnosis } = row;
    const explanation = await explainDelivery(delivery);
    expect(explanation).toMatchObject({ ok: false, cause, code, proven });
    if (explanation.ok) return;
    expect(explanation.detail).toBe(detail);
    expect(explanation.otherFindings.map(diagnosisOf)).toEqual(otherFindings);
    expect(explanation.seconds).toBe(seconds);
    if (seconds !== undefined) expect(explanation.summary).toContain(` ${seconds} s `);
    // The words come from the table, so nothing of the delivery can be in them.
    for (const finding of [explanation, ...explanation.otherFindings]) {
      expect(finding).toMatchObject(toFinding(finding.cause, finding.detail, finding.seconds));
    }
  });
});

const verified = Object.entries(table).flatMap(([diagnosis, rows]) =>
  rows
    // verifySignature does not check what precedes the signature, and throws for white space around a secret.
    .filter(({ code }) => !code.startsWith('unsupported_'))
    .filter(({ delivery }) => [delivery.secret].flat().every((secret) => secret.trim() === secret))
    .map((row) => ({ diagnosis, ...row })),
);

it.each(verified)(
  '$diagnosis, $name: the code is what a receiver answers',
  async ({ delivery, code }) => {
    const { body, header, secret, now = Date.now } = delivery;
    expect(await verifySignature(body, header, { secret, now })).toMatchObject({ ok: false, code });
  },
);
