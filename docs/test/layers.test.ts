import { describe, expect, it } from 'vitest';
import { layerFaults } from '../../.ci/layers.mjs';

/** The faults of files with these imports. */
function faultsOf(imports: Readonly<Record<string, string>>): readonly string[] {
  const files = Object.entries(imports).map(
    ([path, specifier]) => [path, specifier && `import { a } from '${specifier}';\n`] as const,
  );
  return layerFaults(new Map(files));
}

describe('the layers of the sandbox', () => {
  it('let an upper layer import a lower one', () => {
    const faults = faultsOf({
      'service/start-service.ts': './site/serve-site.js',
      'service/site/serve-site.ts': '../http/problem.js',
      'service/http/problem.ts': '',
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['service/db/sql.ts', 'service/http/problem.ts', '../http/problem.js'],
    ['service/site/serve-site.ts', 'service/start-service.ts', '../start-service.js'],
    ['service/http/problem.ts', 'handle/clock.ts', '../../handle/clock.js'],
  ])('find that %s imports %s', (from, to, specifier) => {
    expect(faultsOf({ [from]: specifier, [to]: '' })).toEqual([
      `${from} imports ${to}, which stands above it.`,
    ]);
  });

  it('find an import of a type, and one of a page', () => {
    const files = new Map([
      ['service/db/sql.ts', "import type { A } from '../http/problem.js';\n"],
      ['service/http/problem.ts', "const page = await import('../pages/page.js');\n"],
      ['service/pages/page.tsx', ''],
    ]);
    expect(layerFaults(files)).toHaveLength(2);
  });

  it('find a circle of capabilities', () => {
    const faults = faultsOf({
      'service/capabilities/reports/index.ts': '../roles/index.js',
      'service/capabilities/roles/index.ts': '../packages/index.js',
      'service/capabilities/packages/index.ts': '../reports/index.js',
    });
    expect(faults).toEqual([
      'service/capabilities has a circle: reports → roles → packages → reports.',
    ]);
  });

  it('find a circle of a file and a folder', () => {
    const faults = faultsOf({
      'cli/run.ts': './output/print.js',
      'cli/output/print.ts': '../run.js',
    });
    expect(faults).toEqual(['cli has a circle: run.ts → output → run.ts.']);
  });

  it('find that a capability is entered past its index', () => {
    const faults = faultsOf({
      'service/capabilities/reports/states.ts': '../roles/states.js',
      'service/capabilities/roles/states.ts': './wire.js',
      'service/capabilities/roles/wire.ts': '',
    });
    expect(faults).toEqual([
      'service/capabilities/reports/states.ts imports service/capabilities/roles/states.ts, and not service/capabilities/roles/index.ts.',
    ]);
  });

  it('find a table that a capability imports past its records', () => {
    const schema = '../../db/schema';
    const files = new Map([
      ['service/db/schema/index.ts', "export * from './roles.js';\n"],
      ['service/db/schema/roles.ts', "export const roles = pgTable('roles', {});\n"],
      ['service/db/schema/states.ts', "export const stateCodes = ['CA'];\n"],
      ['service/capabilities/roles/records.ts', `import { roles } from '${schema}/index.js';\n`],
      ['service/capabilities/roles/a-records.ts', `import { a } from '${schema}/index.js';\n`],
      [
        'service/capabilities/roles/wire.ts',
        `import { type A, type B } from '${schema}/index.js';\n`,
      ],
      ['service/capabilities/roles/states.ts', `import type { A } from '${schema}/index.js';\n`],
      ['service/capabilities/roles/codes.ts', `import { a } from '${schema}/states.js';\n`],
      [
        'service/capabilities/roles/one.ts',
        `import { type A, roles } from '${schema}/index.js';\n`,
      ],
      ['service/capabilities/roles/two.ts', `import * as tables from '${schema}/roles.js';\n`],
    ]);
    expect(layerFaults(files)).toEqual([
      'service/capabilities/roles/one.ts imports tables, which only records.ts may.',
      'service/capabilities/roles/two.ts imports tables, which only records.ts may.',
    ]);
  });

  it('find a change of rows that can forget updatedAt', () => {
    const files = new Map([
      ['service/capabilities/roles/a-records.ts', 'await tx\n    .update(roles).set({ name });\n'],
      ['service/capabilities/roles/records.ts', "createHash('sha256').update(name);\n"],
      ['service/kernel/update-rows.ts', 'tx.update(table);\n'],
    ]);
    expect(layerFaults(files)).toEqual([
      'service/capabilities/roles/a-records.ts changes rows past kernel/update-rows.ts, which sets updatedAt.',
    ]);
  });

  it('find a folder without a place', () => {
    const faults = faultsOf({ 'service/helpers/a.ts': '', 'extra/b.ts': '' });
    expect(faults).toEqual([
      'service/helpers has no place in the layers of .ci/layers.mjs.',
      'extra has no place in the layers of .ci/layers.mjs.',
    ]);
  });
});
