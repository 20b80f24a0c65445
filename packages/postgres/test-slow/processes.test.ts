import { runProgram } from 'screening-webhooks-test-support/program';
import { expect, it } from 'vitest';
import { postgresStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from '../test-servers/support/server.js';

const program = new URL('deliver-many.ts', import.meta.url);

// 10,000 deliveries by four processes take seconds. A delivery may take the 12 s of its ack deadline, and a handler the 60 s
// of its lease.
describeOnServer('four processes on one store', () => {
  const database = useTestDatabase();

  it('of 10,000 deliveries of 1,000 ids, the handler runs once per id', async () => {
    await postgresStore(database.pool()).migrate();
    await database.admin('CREATE TABLE runs (event text)');
    const reports = await Promise.all(
      // 3 + 3 + 2 + 2 rounds of 1,000 ids.
      [3, 3, 2, 2].map(async (rounds, seed) => {
        const report = await runProgram(program, database.url, '1000', `${rounds}`, `${seed}`);
        return Object.entries(JSON.parse(report) as Record<string, number>);
      }),
    );
    const outcomes = new Map<string, number>();
    for (const [outcome, count] of reports.flat()) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
    expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(10_000);
    expect(outcomes.get('processed')).toBe(1000);
    for (const outcome of outcomes.keys()) {
      expect(['processed', 'duplicate', 'in_progress']).toContain(outcome);
    }
    const runs = await database.admin(
      'SELECT count(*)::int, count(DISTINCT event)::int AS ids FROM runs',
    );
    expect(runs).toEqual([{ count: 1000, ids: 1000 }]);
  });
});
