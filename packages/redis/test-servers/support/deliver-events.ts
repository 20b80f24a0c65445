import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { until } from 'screening-webhooks-test-support/until';
import { type RedisClient, redisStore } from '../../src/index.js';
import { redisCommands } from '../../src/redis-client.js';

/** The results of one receiver among several on the same store. */
export interface DeliveryReport {
  /** The ids that its handler received. */
  readonly handled: readonly string[];
  /** The number of deliveries with each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
}

const CONCURRENT_DELIVERIES = 32;

/**
 * Delivers events to a new receiver, 32 at once, and cycles through the ids in the same order as every other call. A handler
 * runs until another receiver has found its event in progress, so two calls must run at once.
 */
export async function deliverEvents(
  client: RedisClient,
  options: { readonly prefix: string; readonly ids: number; readonly deliveries: number },
): Promise<DeliveryReport> {
  const { prefix, ids, deliveries } = options;
  const handled: string[] = [];
  const outcomes: Record<string, number> = {};
  const commands = redisCommands(client);
  const found = (id: string): string => `${prefix}found:${id}`;
  const receiver = createReceiver({
    secret: 's',
    // Only ends a hang.
    dedupe: redisStore(client, { prefix, timeout: 60_000 }),
    handlers: {
      '*': async ({ id }) => {
        await until(
          async () =>
            (await commands.eval("return redis.call('EXISTS', KEYS[1])", [found(id)], [])) === 1,
        );
        handled.push(id);
      },
    },
  });

  let next = 0;
  async function deliverUntilDone(): Promise<void> {
    while (next < deliveries) {
      next += 1;
      const event = fixture('document_verification.recorded', { id: `evt_${next % ids}` });
      const signed = await sign(event, { secret: 's' });
      const response = await receiver.fetch(signed.request('http://localhost/'));
      const { outcome } = (await response.json()) as { outcome: string };
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === 'in_progress') await commands.setIfAbsent(found(event.id), '1', 600_000);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_DELIVERIES }, deliverUntilDone));
  return { handled, outcomes };
}

/** Adds up the reports. `otherOutcomes` are all outcomes except `processed`, `duplicate` and `in_progress`. */
export function addUp(reports: readonly DeliveryReport[]) {
  const handled = reports.flatMap((report) => report.handled);
  const counts = reports.flatMap(({ outcomes }) => Object.entries(outcomes));
  return {
    handled: handled.length,
    handledIds: new Set(handled).size,
    deliveries: counts.reduce((sum, [, count]) => sum + count, 0),
    otherOutcomes: counts.filter(
      ([kind]) => !['processed', 'duplicate', 'in_progress'].includes(kind),
    ),
  };
}
