import { expect, it } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { order } from '../../test/support/orders.js';
import { describeWithPostgres } from '../../test/support/scratch-postgres.js';
import { filled } from './support/fill.js';
import { filledService } from './support/filled-service.js';

const { busyEndpoint, oldEndpoint, quietIntegration } = filled;
const license = { documentConfigSlug: 'rn-license', state: 'CA' };
const person = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria@example.com' };
const origin = 'https://page-5.example';

describeWithPostgres('with 200,000 deliveries, no command reads what grows with them', () => {
  const get = filledService();
  const integrationId = () => get().service.description.integrationId;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<unknown> {
    const answer = await get().service.call(method, path, body, { headers });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function control(path: string, body?: unknown): Promise<unknown> {
    const answer = await get().service.control(path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  const settle = () => control('/clock', { settle: true });
  const idOf = (body: unknown, name = 'id'): string => String(isRecord(body) ? body[name] : '');
  const endpoint = (id: string): string => `/v1/webhook-endpoints/${id}`;

  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    'gets what is there': async () => {
      await call('GET', '/v1/webhook-deliveries/dlv_1');
      await call('GET', '/v1/events/evt_1');
      await call('GET', '/v1/document-verifications/dv_1');
      await call('GET', '/v1/verification-sessions/dvs_1');
      await call('GET', '/v1/candidates/cand_1');
      await call('GET', '/v1/integrations/int_1');
      await call('GET', '/v1/api-requests/req_1');
      await call('GET', '/v1/api-keys/key_1');
      await call('GET', '/v1/api-keys/key_1/usage');
      await call('GET', endpoint(busyEndpoint));
      await control('/outbox');
      await control('/sinks/one');
    },
    'creates, submits, cancels and decides verifications': async () => {
      const of = { ...license, integrationId: integrationId(), formData: {} };
      const ids: string[] = [];
      for (let made = 0; made < 3; made += 1) {
        ids.push(idOf(await call('POST', '/v1/document-verifications', of), 'verificationId'));
      }
      const [first, second] = ids.map((id) => `/v1/document-verifications/${id}`);
      await call('POST', `${first}/submit`, { formData: { licenseNumber: 'RN1234' } });
      await call('POST', `${second}/cancel`);
      await settle();
      const decided = await order(get().service, { licenseNumber: 'SBX-HOLD-1' });
      await settle();
      await control(`/verifications/${decided}/decide`, { outcome: 'completed' });
    },
    'delivers an event, and retries it': async () => {
      await call('PATCH', endpoint(busyEndpoint), {
        eventTypes: ['document_verification.completed'],
      });
      await order(get().service, {});
      await settle();
      await control('/clock', { advance: '5m' });
    },
    'ends the verifications of a session that has expired': async () => {
      const session = await call('POST', '/v1/verification-sessions', {
        integrationId: integrationId(),
        documentConfigSlugs: ['rn-license'],
      });
      await call('POST', '/v1/document-verifications', {
        ...license,
        integrationId: integrationId(),
        sessionId: idOf(session),
        formData: {},
      });
      await control('/clock', { advance: '8d' });
    },
    'replays a delivery': async () => {
      await call('POST', '/v1/webhook-deliveries/dlv_5003/replay');
      await settle();
    },
    'recovers a range of an endpoint': async () => {
      // About seven of four thousand.
      const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-01T06:00:00Z' };
      const body = await call('POST', `${endpoint(busyEndpoint)}/recover`, range);
      expect(isRecord(body) && body['found']).toBeGreaterThan(0);
      await settle();
    },
    'sends a test': async () => {
      const body = { eventType: 'document_verification.completed' };
      await call('POST', `${endpoint(busyEndpoint)}/test`, body);
      await settle();
    },
    'makes the next attempt now': () => control('/deliveries/dlv_199996/deliver-now', {}),
    'repeats an answer, and forgets old ones': async () => {
      const stored = async () => {
        const [row] = await get().database.admin(
          'select count(*)::int as answers from idempotent_answers',
        );
        return Number(row?.['answers']);
      };
      const before = await stored();
      for (const key of ['one', 'one', 'two']) {
        await call('POST', '/v1/candidates', person, { 'idempotency-key': key });
      }
      // Two were stored, and each forgets ten.
      expect(await stored()).toBe(before - 18);
    },
    'answers pages': async () => {
      const { description } = get().service;
      const path = `${description.url}/v1/candidates`;
      const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin } });
      expect(preflight.status).toBe(204);
      const headers = { origin, authorization: 'Bearer none' };
      expect((await fetch(path, { method: 'POST', headers })).status).toBe(401);
    },
    'changes candidates': async () => {
      await call('PATCH', '/v1/candidates/cand_30001', { firstName: 'Ana' });
      await call('DELETE', '/v1/candidates/cand_30001');
    },
    'makes, changes and revokes a key': async () => {
      const key = { label: 'Key', scope: 'full_access' };
      const path = `/v1/api-keys/${idOf(await call('POST', '/v1/api-keys', key))}`;
      await call('PATCH', path, { label: 'Another' });
      await call('POST', `${path}/revoke`);
    },
    'makes and changes an integration': async () => {
      const path = `/v1/integrations/${idOf(await call('POST', '/v1/integrations', { name: 'Integration' }))}`;
      await call('PATCH', path, { name: 'Another' });
    },
    'makes an endpoint, and rolls its secret': async () => {
      const url = 'http://localhost:9/';
      const made = await call('POST', '/v1/webhook-endpoints', {
        url,
        integrationId: integrationId(),
      });
      await call('POST', `${endpoint(idOf(made))}/roll-secret`, { overlapSeconds: 60 });
      await call('DELETE', endpoint(idOf(made)));
    },
    'archives an integration with an endpoint': () =>
      call('DELETE', `/v1/integrations/${quietIntegration}`),
    'triggers an event': () =>
      control('/trigger', {
        type: 'document_verification.completed',
        integrationId: integrationId(),
      }),
    'receives in a sink': () =>
      fetch(`${get().service.description.url}/sink/one`, { method: 'POST', body: '{}' }),
    'pauses and resumes an endpoint': async () => {
      await call('POST', `${endpoint(busyEndpoint)}/pause`);
      await call('POST', `${endpoint(busyEndpoint)}/resume`);
      await settle();
    },
    'deletes an endpoint': () => call('DELETE', endpoint(oldEndpoint)),
  };

  it.each(Object.entries(commands))('%s', async (_name, run) => {
    expect((await get().explain(run)).faults).toEqual([]);
  });
});
