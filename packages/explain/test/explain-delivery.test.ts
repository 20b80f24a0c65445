import { verifySignature } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { toFinding } from '../src/finding.js';
import { explainDelivery, type Finding, isGenuine } from '../src/index.js';
import { damagedDeliveries } from './damaged-deliveries.js';

const diagnosisOf = ({ cause, detail }: Finding) => (detail ? `${cause}: ${detail}` : cause);

describe.each(Object.entries(damagedDeliveries))('%s', (diagnosis, rows) => {
  const [cause, ofDiagnosis] = diagnosis.split(': ');
  it.each(rows)('$name', async (row) => {
    const { delivery, code, proven, seconds, otherFindings = [], detail = ofDiagnosis } = row;
    const explanation = await explainDelivery(delivery);
    expect(explanation).toMatchObject({ ok: false, cause, code, proven });
    if (explanation.ok) return;
    expect(explanation.detail).toBe(detail);
    expect(explanation.otherFindings.map(diagnosisOf)).toEqual(otherFindings);
    expect(explanation.seconds).toBe(seconds);
    const secrets = [delivery.secret].flat().length;
    if (proven) expect(explanation.secretIndex).toBeLessThan(secrets);
    else expect(explanation).not.toHaveProperty('secretIndex');
    if (seconds !== undefined) expect(explanation.summary).toContain(` ${seconds} s `);
    // The texts come from the table, so they contain no data of the delivery.
    for (const finding of [explanation, ...explanation.otherFindings]) {
      expect(finding).toMatchObject(toFinding(finding.cause, finding.detail, finding.seconds));
    }
  });
});

const usable = Object.entries(damagedDeliveries).flatMap(([diagnosis, rows]) =>
  rows
    // verifySignature throws for white space and quotes around a secret.
    .filter(({ delivery }) =>
      [delivery.secret].flat().every((secret) => !/^[\s"']|\s$|\u200B/.test(secret)),
    )
    .map((row) => ({ diagnosis, ...row })),
);
// verifySignature does not check what precedes the signature.
const verified = usable.filter(({ code }) => !code.startsWith('unsupported_'));

// The bytes are those that were signed, but they, or t, are not as they were meant to be.
const meantOtherwise =
  /^body_decompressed: Content-Encoding is gzip|^timestamp_malformed: in milli/;

it.each(usable)('$diagnosis, $name: whether its signature is genuine', async (row) => {
  const { body, header, secret } = row.delivery;
  const t = Number(/\bt=(\d+)/.exec(header ?? '')?.[1] ?? 0);
  const { ok } = await verifySignature(body, header, { secret, now: () => t * 1000 });
  const expected = ok && !meantOtherwise.test(row.diagnosis);
  expect(isGenuine(await explainDelivery(row.delivery))).toBe(expected);
});

it.each(verified)(
  '$diagnosis, $name: the code is what a receiver answers',
  async ({ delivery, code }) => {
    const { body, header, secret, now = Date.now } = delivery;
    expect(await verifySignature(body, header, { secret, now })).toMatchObject({ ok: false, code });
  },
);
