import { expect, it, vi } from 'vitest';
import { describeWithPostgres } from '../../support/scratch-postgres.js';
import type { TestService } from '../../support/service.js';
import { API_KEY, sharedDatabase } from '../../support/shared-database.js';

const portOf = ({ description }: TestService) =>
  Number(new URL(description.localUrl ?? description.url).port);

describeWithPostgres('the processes on a database', () => {
  it('know the ports of each other, except for sinks, until they end', async () => {
    const database = await sharedDatabase();
    const first = await database.start();
    const second = await database.start();
    const { integrationId } = second.description;
    const create = async (from: TestService, to: TestService, path: string) => {
      const url = `http://127.0.0.1:${portOf(to)}${path}`;
      const body = { url, integrationId };
      return (await from.call('POST', '/v1/webhook-endpoints', body, { key: API_KEY })).body;
    };
    for (const [from, to] of [
      [second, first],
      [first, second],
    ] as const) {
      await vi.waitFor(async () =>
        expect(await create(from, to, '/_sandbox/reset')).toMatchObject({
          code: 'url_not_allowed',
          detail: expect.stringContaining("is the service's own"),
        }),
      );
      expect(await create(from, to, '/sink/a')).toMatchObject({ paused: false });
    }
    const ended = await database.start();
    await ended.close();
    const third = await database.start();
    expect(await create(third, ended, '/')).toMatchObject({ paused: false });
  });
});
