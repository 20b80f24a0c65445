// A receiver on a store of the edge, in workerd: what each delivery is answered, and how often its handler ran.
import { deliver } from './deliver.mjs';
import { SECRET, SHORT_LEASE_MS } from './project/edge-settings.mjs';
import { mustMatch } from './project/expect.mjs';

// Ends the wait for something that never happens. Less than the default lease, so that a claim which was only left to its
// lease is not waited for.
const WAIT_MS = 20_000;

const processed = { status: 200, outcome: 'processed' };
const duplicate = { status: 200, outcome: 'duplicate' };
const inProgress = { status: 409, outcome: 'in_progress' };
const unavailable = { status: 503, outcome: 'unavailable' };

const SHORT_LEASE = '/short-lease';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A promise that a case awaits at its end. If the case fails before, nothing else handles its rejection. */
function later(promise) {
  promise.catch(() => {});
  return promise;
}

/** The cases of one store. `origin` is where project/edge-worker.mjs is served. */
export function edgeStoreCases(origin, store) {
  const send = (id, path = '') => deliver(`${origin}/${store}${path}`, `${id}_${store}`, SECRET);
  const logUrl = (id) => `${origin}/log/${id}_${store}`;
  const logOf = async (id) => (await fetch(logUrl(id))).json();
  const endRun = (id) => fetch(logUrl(id), { method: 'PUT' });

  async function waitForLog(id, expected) {
    for (const end = Date.now() + WAIT_MS; ; await sleep(20)) {
      const log = await logOf(id);
      if (Date.now() > end) mustMatch('log', log, expected);
      if (Object.entries(expected).every(([name, value]) => log[name] === value)) return;
    }
  }

  /** Repeats a delivery for as long as another claim lives. */
  async function sendUntilClaimed(id) {
    for (const end = Date.now() + WAIT_MS; ; await sleep(50)) {
      const answer = await send(id);
      if (answer.status !== 409 || Date.now() > end) return answer;
    }
  }

  const cases = {
    'a new event is processed, and its second delivery is a duplicate': async () => {
      mustMatch('first', await send('evt_new'), processed);
      mustMatch('second', await send('evt_new'), duplicate);
      mustMatch('log', await logOf('evt_new'), { started: 1, finished: 1 });
    },
    'of twenty deliveries at once, one is processed': async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('evt_burst')));
      const count = (kind) => answers.filter(({ outcome }) => outcome === kind).length;
      mustMatch('processed', count('processed'), 1);
      mustMatch('others', count('in_progress') + count('duplicate'), 19);
      mustMatch('log', await logOf('evt_burst'), { started: 1 });
    },
    'while its handler runs, an event is in progress, for longer than its lease': async () => {
      const first = later(send('evt_held_1', SHORT_LEASE));
      await waitForLog('evt_held_1', { started: 1 });
      mustMatch('second', await send('evt_held_1', SHORT_LEASE), inProgress);
      await sleep(SHORT_LEASE_MS * 1.5);
      mustMatch('third', await send('evt_held_1', SHORT_LEASE), inProgress);
      await endRun('evt_held_1');
      mustMatch('first', await first, processed);
      mustMatch('log', await logOf('evt_held_1'), { started: 1 });
    },
    'an event whose handler failed is processed by the next delivery': async () => {
      mustMatch('first', await send('evt_fails'), { status: 500, outcome: 'failed' });
      mustMatch('second', await sendUntilClaimed('evt_fails'), processed);
      mustMatch('log', await logOf('evt_fails'), { started: 2, finished: 1 });
    },
    'a lease that was lost: the next delivery runs, and the late commit changes nothing':
      async () => {
        const first = await send('evt_held_2', `${SHORT_LEASE}?hang=2`);
        mustMatch('first', first, { status: 503, outcome: 'timed_out' });
        const second = later(sendUntilClaimed('evt_held_2'));
        await waitForLog('evt_held_2', { started: 2 });
        await endRun('evt_held_2');
        await waitForLog('evt_held_2', { finished: 1 });
        mustMatch('third', await send('evt_held_2'), inProgress);
        await endRun('evt_held_2');
        mustMatch('second', await second, processed);
        mustMatch('fourth', await send('evt_held_2'), duplicate);
        const { observed } = await logOf('evt_held_2');
        const late = observed.filter((observation) => observation.late);
        mustMatch('late', late, [{ kind: 'unavailable', reason: 'dedupe' }]);
        mustMatch('LeaseLostError', late[0].error.startsWith('LeaseLostError'), true);
      },
    'a store that cannot be reached: 503, and nothing runs': async () => {
      mustMatch('first', await send('evt_down', '?down'), unavailable);
      mustMatch('log', await logOf('evt_down'), { started: 0 });
      mustMatch('second', await send('evt_down'), processed);
    },
    'a claim whose reply was lost: 503, and the next delivery is processed': async () => {
      mustMatch('first', await send('evt_lost_claim', '?lose=1'), unavailable);
      mustMatch('second', await sendUntilClaimed('evt_lost_claim'), processed);
      mustMatch('log', await logOf('evt_lost_claim'), { started: 1 });
    },
    'a commit whose reply was lost is repeated: 200': async () => {
      mustMatch('first', await send('evt_lost_commit', '?lose=2'), processed);
      mustMatch('second', await send('evt_lost_commit'), duplicate);
    },
  };
  return Object.entries(cases).map(([name, run]) => ({ name, run }));
}

/** The cases of D1 alone. */
export function d1Cases(origin) {
  return [
    {
      name: 'without the table: 503, and the error names the fix',
      run: async () => {
        const answer = await deliver(`${origin}/d1-without-table`, 'evt_no_table', SECRET);
        mustMatch('answer', answer, unavailable);
        const { observed } = await (await fetch(`${origin}/log/evt_no_table`)).json();
        mustMatch('error', observed[0].error.includes('wrangler d1 migrations apply'), true);
      },
    },
  ];
}
