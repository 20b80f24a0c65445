import { eq, sql as raw } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  finishAttempts,
  type SentAttempt,
  startAttempts,
} from '../../../../../src/service/capabilities/webhooks/deliveries/run-attempt.js';
import { jobs, webhookEndpoints } from '../../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../../src/service/db/sql.js';
import { commandRunner } from '../../../../../src/service/kernel/command.js';
import { Derivation, derivedIdentity } from '../../../../../src/service/kernel/identity.js';
import { recordsOf, sharedService } from '../../../../support/service.js';

const TYPE = 'document_verification.completed';
const answers: number[] = [];
let duringRequest = async (): Promise<unknown> => undefined;
const service = sharedService(async () => {
  await duringRequest();
  return new Response(null, { status: answers.shift() ?? 200 });
});
const path = () => `/v1/webhook-endpoints/${service().description.endpoints[0]?.id}`;
const move = (url: string) => service().send('PATCH', path(), { url });
const health = async () => Object((await service().send('GET', path()))['health']);
const recent = async () => (await health()).recent;
const trigger = (count: number) => service().control('/trigger', { type: TYPE, count });
const advance = (by: string) => service().control('/clock', { advance: by });

/** Sends a delivery whose first attempt gets this status. */
async function deliver(status: number): Promise<void> {
  answers.push(status);
  await trigger(1);
  await service().control('/clock', { settle: true });
}

beforeEach(() => {
  answers.length = 0;
  duringRequest = async () => undefined;
});

describe('the recent health', () => {
  it('follows the last attempts', async () => {
    expect(await recent()).toBe('unused');
    for (const [status, expected] of [
      [500, 'never_worked'],
      [401, 'never_worked'],
      [200, 'recovering'],
      [200, 'recovering'],
      [500, 'failing'],
      [200, 'recovering'],
      [200, 'recovering'],
      [200, 'working'],
      [200, 'working'],
      [500, 'failing'],
    ] as const) {
      await deliver(status);
      expect(await recent(), String(status)).toBe(expected);
    }
  });

  it('works from the first success, where none has failed', async () => {
    await deliver(200);
    expect(await recent()).toBe('working');
  });

  it('counts tests and replays', async () => {
    answers.push(500, 200);
    await service().send('POST', `${path()}/test`, { eventType: TYPE });
    await service().control('/clock', { settle: true });
    expect(await recent()).toBe('never_worked');
    const [delivery] = await service().list('/v1/webhook-deliveries');
    await service().send('POST', `/v1/webhook-deliveries/${delivery?.['id']}/replay`);
    await service().control('/clock', { settle: true });
    expect(await recent()).toBe('recovering');
  });
});

describe('a new URL', () => {
  const unused = {
    status: 'unknown',
    recent: 'unused',
    failuresInARow: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
  };

  it('has no health yet', async () => {
    await deliver(200);
    await deliver(500);
    await service().send('PATCH', path(), { description: 'The same URL.' });
    expect(await recent()).toBe('failing');
    await move('http://localhost:9/other');
    expect(await health()).toEqual(unused);
    await deliver(200);
    expect(await recent()).toBe('working');
  });

  it.each([200, 500])('gets none from a late %d of the former URL', async (status) => {
    duringRequest = () => move('http://localhost:9/other');
    await deliver(status);
    expect(await health()).toEqual(unused);
  });

  it('that is failing is not mailed about again for a late failure of the former URL', async () => {
    duringRequest = async () => {
      await move('http://localhost:9/other');
      await service().sql.update(webhookEndpoints).set({ failuresInARow: 20 });
    };
    await deliver(500);
    expect(await health()).toMatchObject({ status: 'failing', failuresInARow: 20 });
    expect((await service().control('/outbox')).body['data']).toEqual([]);
  });
});

it('the mail says when the last success was', async () => {
  await deliver(200);
  await advance('1h');
  answers.push(...Array<number>(20).fill(500));
  await trigger(4);
  await advance('15m');
  const { body } = await service().control('/outbox');
  expect(recordsOf(body['data'])).toMatchObject([
    { text: expect.stringContaining('\nLast success: 2026-01-01T00:00:00.000Z\n') },
  ]);
});

describe.each(['group', 'one'] as const)('attempts that are recorded as a %s', (which) => {
  const runCommand = () => {
    const ids = new Derivation(which, new Date(0));
    const { url: origin } = service().description;
    const urls = { origin, file: () => origin, hosted: () => origin };
    return commandRunner(transactOn(service().sql), derivedIdentity(ids, 1), urls);
  };

  /** Takes the jobs of the deliveries that are due, as the engine does. */
  async function takeDeliveries() {
    const taken = await service()
      .sql.update(jobs)
      .set({ leaseOwner: raw`gen_random_uuid()`, leaseUntil: raw`now() + interval '1 hour'` })
      .where(eq(jobs.kind, 'delivery_attempt'))
      .returning();
    return taken.map((job) => ({ job, owner: job.leaseOwner ?? '' }));
  }

  async function answerWith(run: ReturnType<typeof runCommand>, statuses: readonly number[]) {
    await trigger(statuses.length);
    const held = await takeDeliveries();
    const settings = { signatureClock: 'wall', strictHeaders: true } as const;
    const starts = await run((command) => startAttempts(command, held, settings, which));
    const sent = held.flatMap((each, index): SentAttempt[] => {
      const attempt = starts.get(each);
      const status = statuses[index] ?? 0;
      const response = { status, headers: {}, body: '', truncated: false };
      return typeof attempt === 'object'
        ? [{ held: each, attempt, results: [{ durationMs: 1, response }] }]
        : [];
    });
    expect(sent).toHaveLength(statuses.length);
    for (const part of which === 'group' ? [sent] : sent.map((one) => [one])) {
      expect((await run((command) => finishAttempts(command, part, which))).size).toBe(part.length);
    }
    // Otherwise retries would be taken with the next deliveries.
    await service().sql.delete(jobs).where(eq(jobs.kind, 'delivery_attempt'));
  }

  it('have the same health', async () => {
    const run = runCommand();
    for (const [statuses, expected] of [
      [[500, 500], 'never_worked'],
      [[200, 200], 'recovering'],
      [[200], 'working'],
      [[200, 500], 'failing'],
      [[200, 200, 200], 'working'],
    ] as const) {
      await answerWith(run, statuses);
      expect(await recent(), statuses.join()).toBe(expected);
    }
  });
});
