import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { keep } from 'screening-webhooks-test-support/kept';

const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');

/** The databases of this worker that no test uses. */
const free: PGlite[] = [];

/** An empty PGlite in memory, from those that this worker keeps. Give it back. */
export async function borrowPglite(): Promise<{ pglite: PGlite; giveBack: () => void }> {
  const pglite = free.pop() ?? (await keep(openPglite));
  await pglite.exec(`DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_|^information_schema$' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', one);
    END LOOP;
  END $$; CREATE SCHEMA public`);
  return { pglite, giveBack: () => void free.push(pglite) };
}

/**
 * An empty PGlite in memory. Creating its files takes seconds of CPU time, so that is done once per PGlite version, and they
 * are loaded from the temporary directory after that.
 */
async function openPglite(): Promise<PGlite> {
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

/**
 * Gives a PGlite parsers and serializers that make something else of every type, as an app may for its own columns. Returns the
 * way back.
 */
export function withOtherParsers(pglite: PGlite): () => void {
  const { parsers, serializers } = pglite;
  const types = [16, 20, 21, 23, 25, 114, 701, 1009, 1114, 1184, 1700, 2950, 2951, 3802];
  const all = <Value>(value: Value) => Object.fromEntries(types.map((type) => [type, value]));
  const replace = (...[parse, serialize]: readonly object[]) =>
    Object.assign(pglite, { parsers: parse, serializers: serialize });
  replace(
    all((text: string) => ({ text })),
    all(() => 'unknown'),
  );
  return () => replace(parsers, serializers);
}
