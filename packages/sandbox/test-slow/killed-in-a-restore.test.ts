import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, it } from 'vitest';
import { databaseTemplate } from '../../../.ci/database-template.mjs';
import { engineLease } from '../src/service/db/schema/index.js';
import { describeWithPostgres, scratchDatabase } from '../test/support/scratch-postgres.js';
import { API_KEY } from '../test/support/shared-database.js';
import { type StartedCommand, startCommand } from './support/start-command.js';

/** When each step is killed, as fractions of its earlier duration. */
const MOMENTS = [0.3, 0.6, 0.9];

const steps = {
  restore: ['/snapshots/a/restore', {}],
  reset: ['/reset', {}],
  save: ['/snapshots', { name: 'a' }],
} as const;
type Step = keyof typeof steps;

/** The state of a service, as the API shows it. The clock is frozen, so it does not change by itself. */
async function viewOf({ call, control }: StartedCommand): Promise<unknown> {
  const paths = ['document-verifications', 'events', 'webhook-deliveries', 'api-keys'];
  const lists = await Promise.all(paths.map(async (path) => (await call(`/v1/${path}`)).text));
  const texts = [...lists, (await control('/clock')).text];
  // Each read is a use of the key.
  return texts.map((text) =>
    JSON.parse(text, (name, value) => (/^(usage|lastUsedAt)$/.test(name) ? undefined : value)),
  );
}

async function run({ control }: StartedCommand, step: Step): Promise<void> {
  const [path, body] = steps[step];
  const { status, text } = await control(path, body);
  if (status >= 300) throw new Error(text);
}

/** Changes the state to one that never existed before. */
async function goOn({ call, control, integrationId }: StartedCommand): Promise<void> {
  const ordered = await call('/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: 'RN1234' },
  });
  expect(ordered.status, ordered.text).toBe(201);
  expect((await control('/clock', { advance: '1h' })).status).toBe(200);
}

/**
 * Checks that a killed step is either done or not, wherever the state is stored.
 *
 * @param start Starts a service on the same state.
 * @param forget Lets the next service start at once after the former was killed.
 */
async function isWhole(
  start: () => Promise<StartedCommand>,
  forget: () => Promise<unknown>,
): Promise<void> {
  let service = await start();
  const seeded = await viewOf(service);
  await goOn(service);
  let saved = await viewOf(service);
  const took = new Map<Step, number>();
  for (const step of ['save', 'restore', 'reset'] as const) {
    const began = performance.now();
    await run(service, step);
    took.set(step, performance.now() - began);
  }
  expect(await viewOf(service)).toEqual(seeded);
  for (const moment of MOMENTS) {
    for (const step of ['restore', 'reset', 'save'] as const) {
      await goOn(service);
      const before = await viewOf(service);
      const asked = run(service, step).catch(() => {});
      setTimeout(() => service.child.kill('SIGKILL'), moment * (took.get(step) ?? 0));
      await Promise.all([asked, service.ended]);
      await forget();
      service = await start();
      const found = await viewOf(service);
      const after = { restore: saved, reset: seeded, save: before }[step];
      expect([before, after], `${step}, ${moment}`).toContainEqual(found);
      if (step !== 'save') continue;
      await run(service, 'restore');
      const restored = await viewOf(service);
      expect([before, saved], `${step}, ${moment}`).toContainEqual(restored);
      saved = restored;
    }
  }
}

describe('a restore, a reset or a save that is killed is done or not, and nothing in between', () => {
  it('in a folder', async () => {
    const env = { SCREENING_SANDBOX_TEMPLATE: await databaseTemplate() };
    const folder = scratchFolder();
    const start = () => startCommand(['--frozen', '--data', folder], { env });
    await isWhole(start, async () => {});
  });

  describeWithPostgres('with a server', () => {
    it('on PostgreSQL', async () => {
      const scratch = await scratchDatabase({ migrated: false });
      const env = { SCREENING_DATABASE_URL: scratch.url, SCREENING_API_KEY: API_KEY };
      try {
        await isWhole(
          () => startCommand(['--frozen', '--controls'], { env }),
          () => scratch.sql.delete(engineLease),
        );
      } finally {
        await scratch.close();
      }
    });
  });
});
