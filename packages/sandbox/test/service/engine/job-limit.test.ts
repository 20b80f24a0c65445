import { setImmediate } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { expect, it } from 'vitest';
import { retentionEndings } from '../../../src/service/capabilities/retention/index.js';
import { webhookEndings, webhookJobs } from '../../../src/service/capabilities/webhooks/jobs.js';
import * as schema from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { Engine } from '../../../src/service/engine/engine.js';
import type { JobHandler } from '../../../src/service/engine/job-handlers.js';
import type { EngineRole } from '../../../src/service/engine/role/engine-role.js';
import { Wakeup } from '../../../src/service/engine/wakeup.js';
import { CommitSignal, commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { capabilityEndings, capabilityJobs } from '../../../src/service/operations.js';
import { deferred } from '../../support/deferred.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

const AT_ONE = new Date('2026-01-01T01:00:00.000Z');

it('a move of the clock stops after 10,000 jobs, and says where', async () => {
  expect(await moveWith(Number.POSITIVE_INFINITY)).toMatchObject({
    now: new Date('2026-01-01T00:01:00.000Z'),
    ran: 10_000,
    target: new Date('2026-01-01T01:00:00.000Z'),
    limitReached: true,
  });
});

it('a move stops when it has taken as long as it may, after the job that runs', async () => {
  expect(await moveWith(0)).toMatchObject({
    now: new Date('2026-01-01T00:01:00.000Z'),
    ran: 1,
    target: new Date('2026-01-01T01:00:00.000Z'),
    limitReached: true,
  });
});

it('an engine that closes waits for the job of a move', async () => {
  const happened: string[] = [];
  const running = deferred<void>();
  const engine = engineWith(Number.POSITIVE_INFINITY, async (_job, { signal }) => {
    running.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    for (let turns = 0; turns < 10; turns += 1) await setImmediate();
    happened.push('the job ended');
    return 'done';
  });
  const moved = engine.moveTo(AT_ONE);
  await running.promise;
  await engine.close(0);
  happened.push('the engine closed');
  expect(await moved).toMatchObject({ ran: 1, limitReached: false });
  expect(happened).toEqual(['the job ended', 'the engine closed']);
});

/** Moves the clock of an engine by an hour, with more due jobs than one move runs. */
async function moveWith(longestMoveMs: number) {
  const engine = engineWith(longestMoveMs, async () => 'done');
  const move = await engine.moveTo(AT_ONE);
  await engine.close(0);
  return move;
}

/** An engine with more due jobs than one move runs. */
function engineWith(longestMoveMs: number, recovery: JobHandler): Engine {
  const { sql } = service();
  let left = 0;
  // All jobs are due at the same time, and a database would take most of a minute to store them.
  const job = [
    1,
    'recovery',
    'we_1',
    null,
    '2026-01-01 00:01:00+00',
    'ten_1',
    null,
    0,
    'owner',
    null,
  ];
  const manyJobs = drizzle(async () => ({ rows: left-- > 0 ? [job] : [] }), { schema });
  const role: EngineRole = {
    mayRun: raw`true`,
    take: (body) => body(manyJobs),
    async alone(_inFlight, body) {
      left = 10_001;
      return body();
    },
    async close() {},
  };
  const runCommand = commandRunner(transactOn(sql), randomIdentity(), {
    origin: '',
    file: () => '',
    hosted: () => '',
  });
  const settings = { signatureClock: 'wall', strictHeaders: false } as const;
  const send = () => Promise.reject(new Error('Nothing is sent.'));
  return new Engine({
    sql,
    runCommand,
    commits: new CommitSignal(),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, settings, runCommand, () => {}),
      recovery,
      retention: async () => 'done',
    },
    endings: { ...capabilityEndings, ...webhookEndings, ...retentionEndings },
    onLost: () => {},
    role,
    wakeup: new Wakeup(),
    longestMoveMs,
    onError(error) {
      throw error;
    },
  });
}
