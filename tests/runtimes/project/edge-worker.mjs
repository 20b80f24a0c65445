// A receiver on each store of the edge, with faults between the store and its binding.
import { d1Store, durableObjectStore } from '@screening-webhooks/cloudflare';
import { webhook } from '@screening-webhooks/hono';
import { Hono } from 'hono';
import { SECRET, SHORT_LEASE_MS } from './edge-settings.mjs';

export { ScreeningDedupe } from '@screening-webhooks/cloudflare';

/**
 * Runs the requests of one delivery to its store, and counts them. ?down: each fails before it is sent. ?lose=2: the
 * reply to the second is lost. ?hang=2: the second is never answered.
 */
function faultyNetwork({ down, lose, hang }) {
  let requests = 0;
  return async (send) => {
    requests += 1;
    if (down !== undefined) throw new Error('D1_ERROR: Network connection lost.');
    if (requests === Number(hang)) return new Promise(() => {});
    const reply = await send();
    if (requests === Number(lose)) throw new Error('D1_ERROR: Network connection lost.');
    return reply;
  };
}

function faultyNamespace(namespace, network) {
  return {
    idFromName: (name) => namespace.idFromName(name),
    get(id) {
      const stub = namespace.get(id);
      return {
        fetch: (...request) =>
          network(async () => {
            const response = await stub.fetch(...request);
            const text = await response.text();
            return { status: response.status, text: async () => text };
          }),
      };
    },
  };
}

function faultyDatabase(database, network) {
  return {
    prepare: (sql) => database.prepare(sql),
    batch: (statements) => network(() => database.batch(statements)),
  };
}

const stores = {
  object: ({ DEDUPE }, network) => durableObjectStore(faultyNamespace(DEDUPE, network)),
  d1: ({ DB }, network) => d1Store(faultyDatabase(DB, network)),
  'd1-without-table': ({ EMPTY_DB }) => d1Store(EMPTY_DB),
};

// Module scope: all deliveries reach this isolate.
const log = {};
const logOf = (id) => {
  log[id] ??= { started: 0, finished: 0, released: 0, observed: [] };
  return log[id];
};

async function handle({ id }) {
  const entry = logOf(id);
  entry.started += 1;
  const run = entry.started;
  if (id.startsWith('evt_fails') && run === 1) throw new Error('The first run fails.');
  while (id.startsWith('evt_held') && entry.released < run) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  entry.finished += 1;
}

const receiverWith = (times) =>
  webhook({
    secret: SECRET,
    ...times,
    dedupe: (c) => stores[c.req.param('store')](c.env, faultyNetwork(c.req.query())),
    handlers: { '*': handle },
    observe: ({ event, late, outcome: { kind, reason, error } }) =>
      logOf(event.id).observed.push({ kind, reason, late, error: String(error) }),
  });

const app = new Hono();
app.post('/:store', receiverWith({}));
app.post('/:store/short-lease', receiverWith({ lease: SHORT_LEASE_MS }));
app.get('/log/:id', (c) => c.json(logOf(c.req.param('id'))));
/** Lets the next run of a held handler end. */
app.put('/log/:id', (c) => {
  logOf(c.req.param('id')).released += 1;
  return c.json({});
});
app.put('/migrate', async (c) => {
  await d1Store(c.env.DB).migrate();
  return c.json({});
});

export default app;
