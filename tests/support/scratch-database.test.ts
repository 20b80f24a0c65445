import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createScratchDatabase,
  dropLeftovers,
  isServerReachable,
  type ScratchDatabase,
  urlOf,
} from './scratch-database.ts';

describe.skipIf(!(await isServerReachable()))('a scratch database', () => {
  const used: ScratchDatabase[] = [];
  afterEach(async () => {
    for (const database of used.splice(0)) await database.drop();
  });

  async function create(): Promise<ScratchDatabase> {
    const database = await createScratchDatabase();
    used.push(database);
    return database;
  }

  async function exists(name: string): Promise<boolean> {
    const client = new Client({ connectionString: urlOf('postgres') });
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    await client.end();
    return rowCount === 1;
  }

  it('of a process that is gone is dropped with its role, and one in use is not', async () => {
    const { name, administer } = await create();
    // Nobody holds its name.
    const left = name.replace(/.$/, 'x');
    await administer(`create database ${left}`);
    await administer(`create role ${left}`);
    await dropLeftovers();
    expect([await exists(name), await exists(left)]).toEqual([true, false]);
    await expect(administer(`drop role ${left}`)).rejects.toThrow('does not exist');
  });

  it('needs one seat of its process, however many it has', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, create));
    expect(new Set(databases.map(({ name }) => name)).size).toBe(8);
  });
});
