import { store } from 'screening-webhooks-test-support/inbox';
import { expect, it } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

describeOnServer('postgresInbox says at first use', () => {
  const database = useTestDatabase();

  it('that its tables are missing', async () => {
    const inbox = postgresInbox(database.pool(), { schema: 'nowhere' });
    for (const use of [
      () => store(inbox, 'evt_1'),
      () => inbox.work(async () => ({ kind: 'processed' })),
      () => inbox.pause(),
      () => inbox.resume(),
      () => inbox.deadLetters(),
      () => inbox.replay({ since: 0 }),
      () => inbox.replay({ id: 'evt_1' }),
    ]) {
      await expect(use()).rejects.toThrow(/missing.*await inbox\.migrate\(\)/);
    }
  });

  it('that one of its tables is missing', async () => {
    const inbox = postgresInbox(database.pool(), { schema: 'partial' });
    await inbox.migrate();
    await database.admin('DROP TABLE partial.inbox_paused');
    await expect(inbox.work(async () => ({ kind: 'processed' }))).rejects.toThrow('migrate()');
  });

  it('that its role may not create the tables', async () => {
    const role = await database.createRole();
    const schema = 'forbidden';
    // One connection, so that a failed migration must leave it usable.
    const inbox = postgresInbox(database.pool({ user: role, max: 1 }), { schema });
    await expect(inbox.migrate()).rejects.toThrow(
      /inbox\.migrate\(\): this role lacks a privilege/,
    );

    await postgresInbox(database.pool(), { schema }).migrate();
    await database.admin(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await database.admin(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    );
    await inbox.migrate();
    expect(await store(inbox, 'evt_1')).toBe('stored');
  });
});
