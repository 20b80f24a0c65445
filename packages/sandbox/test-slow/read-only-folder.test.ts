import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';
import { type StartedCommand, spawnCommand, startCommand } from './support/start-command.js';

const preload = fileURLToPath(new URL('support/read-only-disk.mjs', import.meta.url));

/** A command whose disk the test makes read-only, as the kernel does after a disk error. */
async function startOnDisk() {
  const scratch = scratchFolder();
  const marker = join(scratch, 'is-read-only');
  const flags = ['--data', join(scratch, 'data')];
  const options = { node: [`--import=${preload}`], env: { READ_ONLY_WHILE: marker } };
  return {
    service: await startCommand(flags, options),
    start: () => startCommand(flags, options),
    spawn: () => spawnCommand(flags, options),
    makeReadOnly: () => writeFileSync(marker, ''),
    makeWritable: () => rmSync(marker),
  };
}

const candidate = (externalId: string) => ({
  firstName: 'Ada',
  lastName: 'Park',
  email: `${externalId}@example.com`,
  externalId,
});

/** Whether each of some candidates is stored. */
const areStored = ({ call }: StartedCommand, ...externalIds: readonly string[]) =>
  Promise.all(
    externalIds.map(async (externalId) => {
      const { text } = await call(`/v1/candidates?externalId=${externalId}`);
      return JSON.parse(text).data.length === 1;
    }),
  );

it('a change on a disk that became read-only fails, and the command ends and says why; later it continues', async () => {
  const disk = await startOnDisk();
  const { service } = disk;
  expect((await service.call('/v1/candidates', candidate('kept'))).status).toBe(201);
  disk.makeReadOnly();
  // The end of the process may cut the connection before the answer.
  const lost = await service.call('/v1/candidates', candidate('lost')).catch(() => undefined);
  expect(lost?.status ?? 500).toBe(500);
  expect(await service.ended).toEqual([1, null]);
  expect(service.stderr()).toMatch(/^error: The database has ended .* can be written .*\.\n$/);
  const refused = await disk.spawn();
  expect(await refused.ended).toEqual([1, null]);
  expect(refused.stderr()).toMatch(/^error: .*data cannot be read and written by this user\.\n$/);
  disk.makeWritable();
  const again = await disk.start();
  expect(await areStored(again, 'kept', 'lost')).toEqual([true, false]);
  again.child.kill('SIGTERM');
  expect(await again.ended).toEqual([0, null]);
});

it('a stop while the disk is read-only loses nothing', async () => {
  const disk = await startOnDisk();
  const { service } = disk;
  expect((await service.call('/v1/candidates', candidate('kept'))).status).toBe(201);
  disk.makeReadOnly();
  service.child.kill('SIGTERM');
  const [code] = await service.ended;
  // Other work may have hit the error before.
  if (code !== 0) expect(service.stderr()).toContain('error: The database has ended');
  disk.makeWritable();
  expect(await areStored(await disk.start(), 'kept')).toEqual([true]);
});
