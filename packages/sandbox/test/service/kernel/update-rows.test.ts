import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { bytes } from '../../../src/service/db/schema/columns.js';
import { documentConfigs } from '../../../src/service/db/schema/index.js';
import { updateEach } from '../../../src/service/kernel/update-rows.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const now = new Date('2026-02-03T04:05:06.789Z');

it('rows get values of their own, of any type, and keep the others', async () => {
  const { sql } = service();
  const read = () => sql.select().from(documentConfigs).orderBy(documentConfigs.seq);
  const [one, two, ...others] = await read();
  if (!one || !two) throw new Error('The catalog is empty.');
  const odd = ['', 'NULL', 'null', '"a\\', '{b,c}', ' ', '\u{1f600}'];
  const changes = {
    name: 'x\\"\'{,}',
    states: odd,
    fields: odd.map((key) => ({ key: `${key}\0`, type: 'string' as const, required: false })),
    requiresFiles: !one.requiresFiles,
    sourceSlug: null,
    createdAt: new Date('2020-02-29T23:59:59.001Z'),
  };
  const changed = [
    { row: one, changes },
    { row: two, changes: { states: [], name: undefined } },
  ];
  const after = [
    { ...one, ...changes, updatedAt: now },
    { ...two, states: [], updatedAt: now },
  ];
  const returned = await updateEach({ tx: sql, now }, documentConfigs, changed);
  expect(new Set(returned)).toEqual(new Set(after));
  expect(await read()).toEqual([...after, ...others]);
});

it('bytes are refused', async () => {
  const { sql } = service();
  const table = pgTable('things', { id: text().primaryKey(), content: bytes().notNull() });
  const changed = [{ row: { id: 'a' }, changes: { content: new Uint8Array([1]) } }];
  await expect(updateEach({ tx: sql, now }, table, changed)).rejects.toThrow(TypeError);
});
