import type { Project } from './detect.js';

/** The release of libsql that is installed; a test compares it with the release that this repository is tested with. */
export const LIBSQL = '0.5.29';

/** How a project opens a SQLite file. */
export interface SqliteDriver {
  readonly module: 'node:sqlite' | 'better-sqlite3' | 'libsql';
  /** The names of its import, in which `Database` is the class. */
  readonly names: string;
}

/** The driver that the project has; else Node's own, where this Node has one. */
export function sqliteDriver(project: Project | 'empty', nodeHasSqlite: boolean): SqliteDriver {
  const dependencies: Project['dependencies'] = project === 'empty' ? {} : project.dependencies;
  for (const module of ['better-sqlite3', 'libsql'] as const) {
    if (module in dependencies) return { module, names: 'Database' };
  }
  // The types of an older Node do not have it.
  const [, types] = /(\d+)/.exec(dependencies['@types/node'] ?? '') ?? [];
  const isTyped =
    project === 'empty' || !project.typescript || types === undefined || Number(types) >= 22;
  return nodeHasSqlite && isTyped
    ? { module: 'node:sqlite', names: '{ DatabaseSync as Database }' }
    : { module: 'libsql', names: 'Database' };
}
