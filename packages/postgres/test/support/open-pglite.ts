import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');

/**
 * An empty PGlite in memory. Creating its files takes seconds of CPU time, so that is done once per PGlite version, and they
 * are loaded from the temporary directory after that.
 */
export async function openPglite(): Promise<PGlite> {
  const { version } = JSON.parse(await readFile(join(entry, '../../package.json'), 'utf8'));
  const path = join(tmpdir(), `screening-webhooks-pglite-${version}.tar`);
  const files = await readFile(path).catch(() => undefined);
  if (files) return PGlite.create({ loadDataDir: new Blob([files]) });
  const created = await PGlite.create();
  const dump = await created.dumpDataDir('none');
  // Written under another name first, because another process may read it now.
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()));
  await rename(partial, path);
  return created;
}
