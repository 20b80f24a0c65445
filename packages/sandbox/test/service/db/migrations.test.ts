import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, it } from 'vitest';
import { migrationsFolder } from '../../../src/service/db/package-files.js';
import * as schema from '../../../src/service/db/schema/index.js';
import * as login from '../../../src/service/db/schema/login.js';

it('there is one migration until the first release', () => {
  // A second migration needs more than its tables: see drizzle.config.ts.
  expect(readMigrationFiles({ migrationsFolder: migrationsFolder() })).toHaveLength(1);
});

it('it makes the tables of the schema', async () => {
  const statements = await generateMigration(
    generateDrizzleJson({}),
    generateDrizzleJson({ ...schema, ...login }),
  );
  const file = readFileSync(join(migrationsFolder(), '0000_tables.sql'), 'utf8');
  const [generated = ''] = file.split('-- Written by hand');
  const migrated = generated.split('--> statement-breakpoint');
  const sorted = (texts: readonly string[]) =>
    texts
      .map((text) => text.trim())
      .filter(Boolean)
      .sort();
  expect(sorted(migrated)).toEqual(sorted(statements));
});
