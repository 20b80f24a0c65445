import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { DatabaseError } from '../../../src/service/db/errors.js';
import { openTestDatabase } from '../../support/open-test-database.js';
import { startTestService } from '../../support/service.js';

it('a start whose query fails tells the reason in one sentence, not the statement', async () => {
  const database = await openTestDatabase();
  await database.sql.execute(sql`alter table api_keys rename to away`);
  const starting = startTestService({}, { openDatabase: async () => database });
  await expect(starting).rejects.toThrow(DatabaseError);
  await expect(starting).rejects.toThrow(
    'The database failed during the start: relation "api_keys" does not exist (SQLSTATE 42P01)',
  );
  await database.sql.execute(sql`alter table away rename to api_keys`);
});
