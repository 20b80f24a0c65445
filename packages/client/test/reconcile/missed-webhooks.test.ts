import { type EventEnvelope, memoryStore, resultId } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.js';
import {
  losingCommits,
  simulateLostWebhooks,
  VERIFICATIONS,
  WEBHOOKS,
} from '../support/simulate-lost-webhooks.js';

// Ends a hang. A busy machine needs a few seconds.
const timeout = 120_000;

/** A handler that counts its runs for each result. */
function countingHandler() {
  const runs = new Map<string, number>();
  const handler = (event: EventEnvelope): void => {
    runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
  };
  const counted = () => ({ results: runs.size, maxRuns: Math.max(...runs.values()) });
  return { handler, counted };
}

describe('1,000 verifications, with webhooks lost, duplicated and late, and concurrent pollers', () => {
  it('once each with a plain handler, while no commit is lost', { timeout }, async ({
    annotate,
  }) => {
    const { handler, counted } = countingHandler();
    const simulated = await simulateLostWebhooks({ handler, dedupe: memoryStore() });
    await annotate(JSON.stringify({ ...simulated, ...counted() }));
    expect({ ...simulated, ...counted() }).toMatchObject({
      webhooks: WEBHOOKS,
      results: VERIFICATIONS,
      maxRuns: 1,
      pending: 0,
    });
    expect(simulated.polls.recovered).toBeGreaterThanOrEqual(WEBHOOKS.lost);
  });

  it('at least once each when commits are lost', { timeout }, async ({ annotate }) => {
    const { handler, counted } = countingHandler();
    const dedupe = losingCommits(memoryStore(), seededRandom(7));
    const simulated = await simulateLostWebhooks({ handler, dedupe });
    await annotate(JSON.stringify({ ...simulated, ...counted() }));
    expect({ ...simulated, ...counted() }).toMatchObject({
      webhooks: WEBHOOKS,
      results: VERIFICATIONS,
      pending: 0,
    });
    expect(counted().maxRuns).toBeGreaterThan(1);
  });
});
