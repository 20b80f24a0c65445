import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { expect, it } from 'vitest';
import { describeWithPostgres, scratchDatabase } from '../test/support/scratch-postgres.js';
import { API_KEY } from '../test/support/shared-database.js';
import { startTcpProxy } from '../test/support/tcp-proxy.js';
import { spawnCommand, startCommand } from './support/start-command.js';

const flags = ['--controls', '--frozen'];

describeWithPostgres('a first start that is killed on PostgreSQL', () => {
  it.each([
    ['makes the list of migrations', /CREATE TABLE IF NOT EXISTS "drizzle"/],
    ['makes the first table', /CREATE TABLE "/],
    ['makes the last index', /CREATE (UNIQUE )?INDEX "webhook/],
    ['notes the migration', /insert into "drizzle"/],
    ['commits the migration', /commit/i],
    ['prepares the snapshot', /create schema "snapshot_seeded"/],
    ['has made all tables', /update public\.webhook_delivery_changes/],
    ['makes its settings', /insert into "settings"/],
    ['makes the first keys', /insert into "api_keys"/],
    ['saves the first state', /perform "snapshot_seeded"\.save/],
    ['makes a link to the dashboard', /insert into "login_links"/],
  ])('while it %s: the next one has the whole first state', async (_name, text) => {
    const scratch = await scratchDatabase({ migrated: false });
    try {
      const proxy = await startTcpProxy(SERVER.port);
      const through = new URL(scratch.url);
      through.port = String(proxy.port);
      const env = { SCREENING_API_KEY: API_KEY };
      const killed = await spawnCommand(flags, {
        env: { ...env, SCREENING_DATABASE_URL: through.href },
      });
      proxy.when(text, () => void killed.child.kill('SIGKILL'));
      expect((await killed.ended).at(1)).toBe('SIGKILL');
      const service = await startCommand(flags, {
        env: { ...env, SCREENING_DATABASE_URL: scratch.url },
      });
      const first = await viewOf(service);
      expect(first.keys).toHaveLength(3);
      expect(first.integrations).toHaveLength(1);
      await service.call('/v1/integrations', { name: 'Another' });
      expect((await viewOf(service)).integrations).toHaveLength(2);
      expect((await service.control('/reset', {})).status).toBe(200);
      expect(await viewOf(service)).toEqual(first);
      expect(service.stderr()).toBe('');
    } finally {
      await scratch.close();
    }
  });
});

async function viewOf({ call }: Pick<Awaited<ReturnType<typeof startCommand>>, 'call'>) {
  const list = async (path: string): Promise<unknown[]> => JSON.parse((await call(path)).text).data;
  return { keys: await list('/v1/api-keys'), integrations: await list('/v1/integrations') };
}
