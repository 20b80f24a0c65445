// A handler slower than the ack deadline on workerd: its work must finish, and its retries must be answered accordingly.
import { deliver } from './deliver.mjs';
import { mustMatch } from './project/expect.mjs';
import { ACK_MS, SECRET } from './project/slow-settings.mjs';

// Ends the wait for work that never finishes.
const FINISH_MS = 20_000;
// Long enough for the work to finish if workerd kept it.
const DROPPED_MS = 1000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function logOf(url) {
  return (await fetch(url)).json();
}

async function release(url) {
  await fetch(url, { method: 'PUT' });
}

/** Consecutive cases: each continues where the one before it ended. */
function slowHandlerCases(mount, url) {
  return [
    {
      name: `${mount}: answers 503 timed_out at the deadline, while the handler runs`,
      run: async () => {
        const answer = await deliver(url, 'evt_slow', SECRET);
        mustMatch('answer', answer, { status: 503, outcome: 'timed_out' });
        mustMatch('not before the deadline', answer.ms >= ACK_MS * 0.9, true);
        mustMatch('log', await logOf(url), { started: 1, finished: 0 });
      },
    },
    {
      name: `${mount}: passed the work to waitUntil`,
      run: async () => mustMatch('log', await logOf(url), { waitUntil: 1 }),
    },
    {
      name: `${mount}: answers its retry 409 in_progress`,
      run: async () => mustMatch('answer', await deliver(url, 'evt_slow', SECRET), { status: 409 }),
    },
    {
      name: `${mount}: finishes the work after the answer was sent`,
      run: async () => {
        mustMatch('log at first', await logOf(url), { finished: 0 });
        await release(url);
        const end = Date.now() + FINISH_MS;
        while ((await logOf(url)).finished === 0 && Date.now() < end) await sleep(50);
        mustMatch('log', await logOf(url), { started: 1, finished: 1 });
      },
    },
    {
      name: `${mount}: answers its next retry 200 duplicate, and runs nothing again`,
      run: async () => {
        mustMatch('answer', await deliver(url, 'evt_slow', SECRET), {
          status: 200,
          outcome: 'duplicate',
        });
        mustMatch('log', await logOf(url), { started: 1, finished: 1, waitUntil: 1 });
      },
    },
  ];
}

/** @param origin Where project/slow-worker.mjs is served. */
export function waitUntilCases(origin) {
  return [
    ...slowHandlerCases('hono', `${origin}/hono`),
    ...slowHandlerCases('fetch', `${origin}/fetch`),
    {
      // If workerd kept the work anyway, the cases above would pass without waitUntil.
      name: 'forgotten: without waitUntil, workerd drops the work when the answer was sent',
      run: async () => {
        const url = `${origin}/forgotten`;
        mustMatch('answer', await deliver(url, 'evt_slow', SECRET), {
          status: 503,
          outcome: 'timed_out',
        });
        await release(url);
        await sleep(DROPPED_MS);
        mustMatch('log', await logOf(url), { started: 1, finished: 0, waitUntil: 0 });
        // The claim was not released either: the event runs again after its lease.
        mustMatch('answer', await deliver(url, 'evt_slow', SECRET), {
          status: 409,
          outcome: 'in_progress',
        });
      },
    },
  ];
}
