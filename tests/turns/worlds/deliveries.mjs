import { largeFormData, metadata, order, times } from '../bodies.mjs';
import { largeReceiver } from '../receiver.mjs';
import { copied, copyRows } from '../rows.mjs';

const MANY = 10_000;
/** So many deliveries of a cause are counted. */
const COUNTED = 1000;
const policy = { maxAttempts: 10, backoff: 'fixed', initialDelaySeconds: 1, timeoutSeconds: 30 };

async function endpointOf(service, url, more = {}) {
  const { integrationId } = service;
  return service.api('POST', '/v1/webhook-endpoints', {
    url,
    integrationId,
    retryPolicy: policy,
    ...more,
  });
}

async function deliver(service, count) {
  const formData = { licenseNumber: 'RN1', ...largeFormData('"') };
  delete formData['f99'];
  const body = order(service, 'rn-license', { formData, metadata });
  await times(count, () => service.api('POST', '/v1/document-verifications', body));
  await service.control('/clock', { advance: '2s' });
}

/** An endpoint with 10,000 deliveries in a status, of one event. @param options `set`: SQL of further columns. */
async function many(
  service,
  receiver,
  status,
  { jobs = false, more = {}, set = {}, count = MANY } = {},
) {
  const endpoint = await endpointOf(service, receiver.url, more);
  const small = await service.api(
    'POST',
    '/v1/document-verifications',
    order(service, 'rn-license', { formData: { licenseNumber: 'RN1' } }),
  );
  await service.control('/clock', { advance: '2s' });
  const { data } = await service.api(
    'GET',
    `/v1/webhook-deliveries?subjectId=${small.verificationId}&endpointId=${endpoint.id}`,
  );
  const [{ id }] = data;
  const { now } = await service.control('/clock');
  await copyRows(service, 'webhook_deliveries', `t.id = '${id}'`, count, {
    status: `'${status}'`,
    succeeded_at: status === 'succeeded' ? 't.succeeded_at' : 'null',
    next_attempt_at: jobs ? `'${now}'::timestamptz + interval '1 second'` : 'null',
    ...set,
  });
  if (jobs) {
    await service.sql(`insert into jobs (kind, ref, due_at, endpoint_id)
      select 'delivery_attempt', id, '${now}'::timestamptz + interval '1 second', endpoint_id
      from webhook_deliveries where endpoint_id = '${endpoint.id}' and id <> '${id}'`);
    await service.sql('analyze jobs');
  }
  return { endpoint, id, now };
}

/** The causes for which a delivery fails. */
async function causesOf(service) {
  const { paths } = (await service.request('GET', '/v1/openapi.json')).body;
  const { parameters } = paths['/v1/webhook-deliveries'].get;
  return parameters.find(({ name }) => name === 'cause').schema.enum;
}

export async function beginDeliveries(service) {
  const receiver = await largeReceiver();
  await service.control('/clock', { mode: 'frozen' });
  return { receiver };
}

const advance = (service, by) => service.control('/clock', { advance: by });

export const deliveries = [
  {
    name: '100 deliveries of the largest events are answered with 64 KiB and 15 KiB of headers',
    async prepare(service, context) {
      context.endpoint = await endpointOf(service, context.receiver.url);
      return () => deliver(service, 100);
    },
  },
  {
    name: 'pages of events and deliveries with the largest bodies',
    async prepare(service, { endpoint }) {
      return async () => {
        for (const path of [
          '/v1/events?limit=100',
          '/v1/events?limit=100&type=document_verification.completed&test=false',
          '/v1/webhook-deliveries?limit=100',
          '/v1/webhook-deliveries?limit=100&status=succeeded',
          `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=100`,
          '/v1/document-verifications?limit=100&include=history',
        ]) {
          const answer = await service.call('GET', path);
          if (answer.status !== 200) await service.api('GET', path.replace(/&include.*/, ''));
        }
      };
    },
  },
  {
    name: 'a delivery with 50 attempts of 64 KiB each',
    async prepare(service) {
      const {
        data: [{ id }],
      } = await service.api('GET', '/v1/webhook-deliveries?limit=1');
      await copyRows(service, 'webhook_attempts', `t.delivery_id = '${id}' and t.number = 1`, 199, {
        number: 'g + 1',
      });
      const {
        data: [event],
      } = await service.api('GET', '/v1/events?limit=1');
      return async () => {
        await service.api('GET', `/v1/webhook-deliveries/${id}`);
        await service.api('GET', `/v1/events/${event.id}`);
      };
    },
  },
  {
    name: '10,000 deliveries due at one endpoint, by a move of the clock',
    limit: 20,
    async prepare(service, { receiver }) {
      receiver.large = false;
      await many(service, receiver, 'scheduled', { jobs: true });
      return async () => {
        const { ran } = await advance(service, '1s');
        if (ran === 0) throw new Error(`No job ran.`);
      };
    },
  },
  {
    name: '10,000 deliveries due at one endpoint, as time passes',
    alone: true,
    async prepare(service, { receiver }) {
      await many(service, receiver, 'scheduled', { jobs: true });
      return async () => {
        await service.control('/clock', { mode: 'real' });
        await new Promise((resolve) => setTimeout(resolve, 8000));
        await service.control('/clock', { mode: 'frozen' });
      };
    },
  },
  ...[
    ['resumed', 'resume', {}],
    ['discarded', 'resume', { discard: true }],
  ].map(([what, path, body]) => ({
    name: `an endpoint with 10,000 held deliveries is ${what}`,
    alone: true,
    limit: 20,
    async prepare(service, { receiver }) {
      receiver.large = false;
      const { endpoint } = await many(service, receiver, 'held');
      const { integrationId } = service;
      await service.api('POST', `/v1/webhook-endpoints/${endpoint.id}/pause`);
      return async () => {
        await service.api('GET', `/v1/webhook-endpoints/${endpoint.id}`);
        await service.api('GET', `/v1/webhook-endpoints?limit=100&integrationId=${integrationId}`);
        await service.api('POST', `/v1/webhook-endpoints/${endpoint.id}/${path}`, body);
        await advance(service, '1s');
      };
    },
  })),
  {
    name: 'an endpoint with 10,000 held deliveries is deleted',
    alone: true,
    limit: 20,
    async prepare(service, { receiver }) {
      const { endpoint } = await many(service, receiver, 'held');
      return async () => {
        await service.api('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
        await advance(service, '1s');
      };
    },
  },
  {
    name: '10,000 failed deliveries of an endpoint are recovered',
    alone: true,
    limit: 20,
    async prepare(service, { receiver }) {
      receiver.large = false;
      const { endpoint } = await many(service, receiver, 'failed');
      return async () => {
        await service.api('POST', `/v1/webhook-endpoints/${endpoint.id}/recover`, {
          since: '2020-01-01T00:00:00Z',
        });
        await advance(service, '1s');
      };
    },
  },
  {
    name: 'failed deliveries are grouped, as many of each cause as are counted',
    alone: true,
    async prepare(service, { receiver }) {
      const causes = await causesOf(service);
      const set = {
        cause: `('{${causes}}'::text[])[1 + g % ${causes.length}]`,
        failing_since: 't.created_at',
        failed_at: 't.created_at',
      };
      const count = causes.length * COUNTED;
      const { endpoint, id } = await many(service, receiver, 'failed', { set, count });
      const first = `t.delivery_id = '${id}' and t.number = 1`;
      await copyRows(service, 'webhook_attempts', first, count, {
        delivery_id: copied('delivery_id'),
        state: `'failed'`,
      });
      return async () => {
        const path = '/v1/webhook-deliveries/failures';
        const { failures } = await service.api('GET', path);
        if (failures.length !== causes.length) throw new Error('A cause is missing.');
        await service.api('GET', `${path}?endpointId=${endpoint.id}`);
      };
    },
  },
  {
    name: 'statistics, lists, replay and metrics beside 10,000 deliveries',
    alone: true,
    async prepare(service, { receiver }) {
      const { endpoint, id } = await many(service, receiver, 'succeeded');
      const attempts = await service.sql('select count(*)::int as n from webhook_attempts');
      await copyRows(
        service,
        'webhook_attempts',
        `t.delivery_id = '${id}' and t.number = 1`,
        MANY,
        {
          delivery_id: copied('delivery_id'),
        },
      );
      const path = `/v1/webhook-endpoints/${endpoint.id}`;
      return async () => {
        await service.api('GET', `${path}/statistics`);
        await service.api('GET', '/v1/webhook-deliveries/statistics');
        await service.api(
          'GET',
          '/v1/webhook-deliveries/statistics?createdAfter=1990-01-01T00:00:00Z&createdBefore=2100-01-01T00:00:00Z',
        );
        await service.api('GET', `/v1/webhook-deliveries/statistics?endpointId=${endpoint.id}`);
        await service.api('GET', '/v1/webhook-deliveries/counts');
        await service.api('GET', '/v1/webhook-deliveries/failures');
        await service.api('GET', '/v1/webhook-deliveries?limit=100');
        await service.api('POST', `/v1/webhook-deliveries/${id}/replay`);
        await service.api('POST', `${path}/test`, { eventType: 'document_verification.completed' });
        await service.request('GET', '/metrics');
        await advance(service, '1s');
        await service.api('GET', `${path}/secret`);
        await service.api('POST', `${path}/roll-secret`, {});
        await service.api('PATCH', path, { description: 'd'.repeat(255) });
        return attempts;
      };
    },
  },
  {
    name: 'ten streams of 10,000 changes',
    alone: true,
    limit: 20,
    async prepare(service, { receiver }) {
      receiver.large = false;
      await many(service, receiver, 'scheduled', { jobs: true });
      const streams = new AbortController();
      const headers = { authorization: `Bearer ${service.key}` };
      return async () => {
        await service.call('HEAD', '/v1/webhook-deliveries/stream').catch(() => {});
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            const response = await fetch(`${service.url}/v1/webhook-deliveries/stream`, {
              headers,
              signal: streams.signal,
            });
            const read = async () => {
              for await (const chunk of response.body) void chunk;
            };
            read().catch(() => {});
          }),
        );
        await advance(service, '1s');
        await new Promise((resolve) => setTimeout(resolve, 3000));
        streams.abort();
      };
    },
  },
  {
    name: 'one event to 1,000 endpoints',
    alone: true,
    limit: 20,
    async prepare(service, { receiver }) {
      receiver.large = false;
      const endpoint = await endpointOf(service, receiver.url);
      await copyRows(service, 'webhook_endpoints', `t.id = '${endpoint.id}'`, 999);
      return async () => {
        await times(5, () =>
          service.api(
            'POST',
            '/v1/document-verifications',
            order(service, 'rn-license', { formData: { licenseNumber: 'RN1' } }),
          ),
        );
        await advance(service, '2s');
      };
    },
  },
];
