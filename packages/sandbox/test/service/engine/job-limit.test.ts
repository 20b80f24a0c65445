import { sql as raw } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { expect, it } from 'vitest';
import { retentionEndings } from '../../../src/service/capabilities/retention/index.js';
import { webhookEndings, webhookJobs } from '../../../src/service/capabilities/webhooks/jobs.js';
import * as schema from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { Engine } from '../../../src/service/engine/engine.js';
import type { EngineRole } from '../../../src/service/engine/role/engine-role.js';
import { Wakeup } from '../../../src/service/engine/wakeup.js';
import { CommitSignal, commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { capabilityEndings, capabilityJobs } from '../../../src/service/operations.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

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

/** Moves the clock of an engine by an hour, with more due jobs than one move runs. */
async function moveWith(longestMoveMs: number) {
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
  const engine = new Engine({
    sql,
    runCommand,
    commits: new CommitSignal(),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, settings, runCommand, () => {}),
      recovery: async () => 'done',
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
  const move = await engine.moveTo(new Date('2026-01-01T01:00:00.000Z'));
  await engine.close(0);
  return move;
}
