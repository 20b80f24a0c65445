import { signBody } from '@screening-webhooks/core';
import { explainDelivery } from '@screening-webhooks/explain';
import { describe, expect, it } from 'vitest';
import { type CheckedWith, verdictOf } from '../src/verdict.js';

const secret = 'whsec_c2lnbmluZyBzZWNyZXQ';
const SIGNED = 1_795_230_240;
const checked: CheckedWith = { now: SIGNED * 1000 + 3000, atArrival: true, pastedBody: true };

async function verdict(change: { body?: string; secret?: string }, how: Partial<CheckedWith> = {}) {
  const body = '{"id":"evt_1"}';
  const header = await signBody(body, { secret, timestamp: SIGNED });
  const view = { ...checked, ...how };
  const explanation = await explainDelivery({
    header,
    secret: change.secret ?? secret,
    body: new TextEncoder().encode(change.body ?? body),
    now: () => view.now,
  });
  return verdictOf(explanation, view);
}

describe('the verdict', () => {
  it('says when a genuine delivery was signed', async () => {
    const { verifies, sentence, findings } = await verdict({});
    expect({ verifies, sentence, findings }).toEqual({
      verifies: true,
      sentence: 'It verifies: signed 3 s before it arrived, with this secret.',
      findings: [],
    });
    expect((await verdict({}, { atArrival: false })).sentence).toContain('signed 3 s ago');
    const ahead = { now: SIGNED * 1000 - 2000 };
    expect((await verdict({}, ahead)).sentence).toContain('signed 2 s after it arrived');
    expect((await verdict({}, { ...ahead, atArrival: false })).sentence).toContain(
      'signed 2 s ahead of this clock',
    );
  });

  it('names the answer of a receiver, the cause, and what mends it', async () => {
    const { sentence, findings, notes } = await verdict({ body: '{"id": "evt_1"}' });
    expect(sentence).toBe('It does not verify: a receiver answers 401 signature_mismatch.');
    expect(findings).toMatchObject([
      {
        cause: 'body_reserialized',
        fix: 'Verify the bytes as received, before a body parser runs.',
      },
    ]);
    expect(notes).toEqual(['With this undone, the signature matches.']);
  });

  it('has every finding', async () => {
    const { findings, notes } = await verdict({ body: '{"id": "evt_1"}', secret: `${secret} ` });
    expect(findings.map(({ cause }) => cause)).toEqual([
      'secret_extra_characters',
      'body_reserialized',
    ]);
    expect(notes).toEqual(['With all of this undone, the signature matches.']);
  });

  it('says that a copy may be the cause, of pasted text only', async () => {
    const copied = /^The body was pasted/;
    for (const body of ['{"id":"evt_1"}\r\n', '{"id":"evt_2"}', '{"id":"\ufffd"}']) {
      expect((await verdict({ body })).notes).toContainEqual(expect.stringMatching(copied));
      const { notes } = await verdict({ body }, { pastedBody: false });
      expect(notes).not.toContainEqual(expect.stringMatching(copied));
    }
  });

  it('asks when an old delivery arrived, unless it knows', async () => {
    const now = (SIGNED + 1000) * 1000;
    expect(await verdict({}, { now, atArrival: false })).toMatchObject({
      verifies: false,
      sentence: 'The signature is genuine, but a receiver answers 400 timestamp_too_old.',
      notes: [expect.stringMatching(/^It was checked at this moment\./)],
    });
    expect((await verdict({}, { now })).notes).toEqual([]);
  });
});
