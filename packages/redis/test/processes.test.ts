import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { deleteKeys, openClients, openIoredis, pingRedis } from './support/clients.js';

const answers = await requireService('Redis', pingRedis);
const run = promisify(execFile);
const program = fileURLToPath(new URL('support/deliver-in-process.ts', import.meta.url));

interface Report {
  readonly seen: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
}

async function receiverProcess(...args: readonly string[]): Promise<Report> {
  const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program, ...args];
  const { stdout } = await run(process.execPath, flags, { timeout: 60_000 });
  return JSON.parse(stdout);
}

describe.skipIf(!answers)('four processes on one store, two on each client', () => {
  it('run each of 1,000 handlers once for 10,000 deliveries', async () => {
    const prefix = `test:${randomUUID()}:`;
    const libraries = [...Object.keys(openClients), ...Object.keys(openClients)];
    // Each process delivers every id two and a half times, all in the same order: as contended as it gets.
    const reports = await Promise.all(
      libraries.map((library) => receiverProcess(library, prefix, '1000', '2500')),
    );
    const sweeper = await openIoredis();
    await deleteKeys(sweeper.client, prefix);
    await sweeper.close();

    const seen = reports.flatMap((report) => report.seen);
    expect(seen.length).toBe(1000);
    expect(new Set(seen).size).toBe(1000);
    const counted = reports.flatMap(({ outcomes }) => Object.entries(outcomes));
    expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(10_000);
    const kinds = new Set(counted.map(([kind]) => kind));
    expect([...kinds].every((kind) => /^(processed|duplicate|in_progress)$/.test(kind))).toBe(true);
  }, 60_000);
});
