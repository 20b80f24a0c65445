import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, it } from 'vitest';
import { migrationsFolder } from '../../../src/service/db/package-files.js';
import * as schema from '../../../src/service/db/schema/index.js';
import * as login from '../../../src/service/db/schema/login.js';

it('there is one migration until the first release', () => {
  // A second one needs more than its tables: see drizzle.config.ts.
  expect(readMigrationFiles({ migrationsFolder: migrationsFolder() })).toHaveLength(1);
});

it('it makes the tables of the schema', async () => {
  const file = join(migrationsFolder(), 'meta/0000_snapshot.json');
  const made = JSON.parse(readFileSync(file, 'utf8'));
  const current = generateDrizzleJson({ ...schema, ...login }, made.id);
  expect(await generateMigration(made, current)).toEqual([]);
});
