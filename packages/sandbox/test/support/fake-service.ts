import { Hono } from 'hono';
import type { ServiceConfig, ServiceDescription } from '../../src/service/config/service-config.js';

type Deliver = (request: Request) => Promise<Response>;

interface FakeDelivery {
  readonly id: string;
  readonly verificationId: string;
  status: string;
  attemptCount: number;
  readonly attempts: { number: number; startedAt: string; state: string; [key: string]: unknown }[];
}

const problem = (status: number, code: string, rest: object = {}): Response =>
  Response.json({ status, code, detail: 'The fake says no.', ...rest }, { status });

/** The part of the service that the test's thread calls. Magic external ids break it. */
export async function startFakeService(
  config: ServiceConfig,
  {
    deliverTo,
    onError,
  }: { readonly deliverTo?: Deliver; readonly onError: (error: unknown) => void },
): Promise<{
  readonly description: ServiceDescription;
  fetch: Deliver;
  close(): Promise<void>;
}> {
  if (config.port === 1)
    throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  if (config.port === 2) process.exit(7);
  let moves: unknown[] = [];
  let verifications: Record<string, unknown>[] = [];
  let deliveries: FakeDelivery[] = [];
  const app = new Hono();

  app.use('/_sandbox/*', async (c, next) =>
    c.req.header('authorization') === 'Bearer control'
      ? next()
      : problem(401, 'control_token_invalid'),
  );
  app.use('/v1/*', async (c, next) =>
    c.req.header('authorization') === 'Bearer bss_full_fake'
      ? next()
      : problem(401, 'api_key_invalid'),
  );

  app.get('/_sandbox/clock', (c) => {
    const now = new Date().toISOString();
    const isDue = deliveries.some(({ status }) => status === 'scheduled');
    const due = { data: [], until: c.req.query('until') };
    return c.json({ mode: config.clock.mode, now, next: isDue ? now : null, moving: false, due });
  });
  app.post('/_sandbox/clock', async (c) => {
    const move = await c.req.json();
    moves.push(move);
    const open = deliveries.filter(({ status }) => status === 'scheduled');
    const counts = { succeeded: 0, failed: 0 };
    for (const delivery of open) {
      counts[await attempt(delivery)] += 1;
    }
    return c.json({ now: JSON.stringify(moves), ran: open.length, deliveries: counts, next: null });
  });
  app.post('/_sandbox/reset', (c) => {
    moves = [];
    verifications = [];
    deliveries = [];
    return c.body(null, 204);
  });

  async function attempt(delivery: FakeDelivery): Promise<'succeeded' | 'failed'> {
    delivery.attemptCount += 1;
    const number = delivery.attemptCount;
    try {
      if (!deliverTo) throw new Error('no receiver');
      const body = JSON.stringify({ verificationId: delivery.verificationId });
      const headers = { 'content-type': 'application/json' };
      const request = new Request(config.forwardTo ?? 'http://receiver.localhost/', {
        method: 'POST',
        headers,
        body,
      });
      const response = await deliverTo(request);
      delivery.status = response.ok ? 'succeeded' : 'failed';
      delivery.attempts.push({
        number,
        startedAt: '12:00',
        state: delivery.status,
        responseStatus: response.status,
        responseBody: await response.text(),
        error: null,
      });
    } catch (error) {
      delivery.status = 'failed';
      delivery.attempts.push({
        number,
        startedAt: '12:01',
        state: 'failed',
        responseStatus: null,
        error: { code: 'connection_failed', message: String(error) },
      });
    }
    return delivery.status === 'succeeded' ? 'succeeded' : 'failed';
  }

  app.post('/v1/document-verifications', async (c) => {
    const body = await c.req.json();
    if (body.state === 'XX')
      return problem(422, 'validation_failed', {
        errors: [{ param: 'state', code: 'unsupported_state', message: 'is not a state' }],
      });
    const verification = { verificationId: `dv_${verifications.length + 1}`, ...body };
    verifications.push(verification);
    deliveries.push({
      id: `dlv_${deliveries.length + 1}`,
      verificationId: verification.verificationId,
      status: 'scheduled',
      attemptCount: 0,
      attempts: [],
    });
    return c.json(verification, 201);
  });
  app.get('/v1/document-verifications', async (c) => {
    const { externalId } = c.req.query();
    if (externalId === 'crash')
      setImmediate(() => Promise.reject(new Error('a bug of the service')));
    if (externalId === 'fail') onError(new Error('a failure that the service survives'));
    if (externalId === 'exit') process.exit(3);
    if (externalId === 'block') for (;;);
    if (externalId === 'hang' || externalId === 'crash') await new Promise(() => {});
    const data = verifications.filter((each) => !externalId || each['externalId'] === externalId);
    return c.json({ object: 'list', data, hasMore: false, nextCursor: null });
  });
  app.get('/v1/document-verifications/:id', (c) => {
    const found = verifications.find((each) => each['verificationId'] === c.req.param('id'));
    return found ? c.json(found) : problem(404, 'resource_not_found');
  });
  app.post('/v1/document-verifications/:id/:action', async (c) =>
    c.json({ ...c.req.param(), body: await c.req.text() }),
  );

  // Two on each page, newest first. Callers must read all pages.
  app.get('/v1/webhook-deliveries', (c) => {
    const { subjectId, cursor = '0' } = c.req.query();
    const all = deliveries
      .filter((each) => !subjectId || each.verificationId === subjectId)
      .toReversed();
    const end = Number(cursor) + 2;
    const hasMore = all.length > end;
    const data = all.slice(Number(cursor), end);
    return c.json({ object: 'list', data, hasMore, nextCursor: hasMore ? String(end) : null });
  });
  app.get('/v1/webhook-deliveries/:id', (c) =>
    c.json(deliveries.find(({ id }) => id === c.req.param('id')) ?? null),
  );

  const url = 'http://127.0.0.1:4010';
  const endpoint = {
    id: 'we_fake',
    url: config.forwardTo ?? 'http://receiver.localhost/',
    integrationId: 'int_fake',
    secret: 'whsec_sbx_fake',
  };
  return {
    description: {
      url,
      keys: { full: 'bss_full_fake', candidate: 'bss_cand_fake' },
      integrationId: 'int_fake',
      endpoints: deliverTo ? [endpoint] : [],
      controlToken: 'control',
      dashboardUrl: `${url}/login?t=fake`,
    },
    fetch: async (request) => app.fetch(request),
    close: async () => {
      // Lets a test notice the stop.
      await deliverTo?.(new Request('http://receiver.localhost/stopped'));
    },
  };
}
