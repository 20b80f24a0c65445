import { recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { runService, textLog } from '../../src/cli/start/run-service.js';
import { DatabaseCrashedError } from '../../src/service/db/errors.js';
import type { Service } from '../../src/service/start-service.js';
import { deferred } from '../support/deferred.js';
import { service as described } from './support/service-description.js';

const crash = new DatabaseCrashedError(new Error('exit 1'));
const failedQuery = new Error('Failed query: select 1', { cause: new Error('', { cause: crash }) });

/** A service that only notes how it is stopped. */
function begun() {
  const terminal = recordingTerminal();
  const reported = deferred<(error: unknown) => void>();
  const closedAfter: (number | undefined)[] = [];
  let withdrawn = 0;
  const service: Service = {
    description: described,
    clock: 'real',
    flushLog: async () => {},
    readDelivery: () => Promise.reject(new Error('It has no delivery.')),
    fetch: async () => new Response(),
    async close(limitMs) {
      closedAfter.push(limitMs);
    },
  };
  const running = runService(
    async (onError) => {
      reported.resolve(onError);
      return service;
    },
    () => () => {
      withdrawn += 1;
    },
    terminal,
    textLog(terminal),
  );
  return {
    terminal,
    running,
    report: async (error: unknown) => (await reported.promise)(error),
    state: () => ({ closedAfter, withdrawn, err: terminal.printed().err }),
  };
}

it('a database that has ended permanently stops it soon, and is reported in one sentence', async () => {
  const { running, report, state } = begun();
  await report(failedQuery);
  await report(failedQuery);
  await expect(running).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(/^The database has ended .* then start again\.$/),
  });
  expect(state()).toEqual({ closedAfter: [500], withdrawn: 1, err: '' });
});

it('continues after other failures, and ends at a signal', async () => {
  const { terminal, running, report, state } = begun();
  await report(new Error('Failed query', { cause: new Error('no connection') }));
  expect(state()).toMatchObject({
    closedAfter: [],
    err: expect.stringMatching(/^screening-sandbox: Error: Failed query\n/),
  });
  terminal.interrupt();
  await running;
  expect(state()).toMatchObject({ closedAfter: [undefined], withdrawn: 1 });
});

it('tells that the database has ended during the stop', async () => {
  const { terminal, running, report } = begun();
  terminal.interrupt();
  await report(failedQuery);
  await expect(running).rejects.toThrow('The database has ended');
});
