import { beforeEach, expect, it } from 'vitest';
import { isRecord } from '../../src/handle/call-service.js';
import { fillIn, invite } from '../../test/support/invite.js';
import { order } from '../../test/support/orders.js';
import { plainBrowser } from '../../test/support/plain-browser.js';
import { provision } from '../../test/support/provision.js';
import { describeWithPostgres } from '../../test/support/scratch-postgres.js';
import { filled } from './support/fill.js';
import { filledHiring } from './support/fill-hiring.js';
import { filledService } from './support/filled-service.js';

const { busyEndpoint, secondEndpoint, oldEndpoint, quietIntegration } = filled;
const license = { documentConfigSlug: 'rn-license', state: 'CA' };
const person = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria@example.com' };
const known = { dateOfBirth: '1990-02-28', ssnLast4: '6789' };
const { busyPackage, busyCandidate, bigImport } = filledHiring;
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

  async function makeCandidate(more: object = {}): Promise<string> {
    return idOf(await call('POST', '/v1/candidates', { ...person, ...known, ...more }));
  }

  /** A new tenant, because the account already has more objects than the limits allow. */
  async function tenantWithRoom() {
    const { key, integrationId } = await provision(get().service);
    return { headers: { authorization: `Bearer ${key}` }, integrationId };
  }

  async function orderReport(candidateId: string): Promise<string> {
    const body = { candidateId, packageId: busyPackage, workState: 'CA' };
    return idOf(await call('POST', '/v1/reports', body));
  }

  /** The path of an adverse action that is based on a record of a new report. */
  async function openAction(): Promise<string> {
    const report = `/v1/reports/${await orderReport(await makeCandidate({ lastName: 'Consider' }))}`;
    await control('/clock', { advance: '4d' });
    const text = JSON.stringify(await call('GET', report));
    const [, record] = /"records":\[\{"id":"(\w+)"/.exec(text) ?? [];
    const decision = { decision: 'adverse_action', recordIds: [record] };
    const adjudicated = await call('POST', `${report}/adjudicate`, decision);
    return `/v1/adverse-actions/${idOf(adjudicated, 'adverseActionId')}`;
  }

  async function importRoster(query: string, rows: readonly string[]): Promise<void> {
    const headers = { 'content-type': 'text/csv' };
    const roster = `first_name,last_name,email,external_id,role,work_state,rn_license_number\n${rows.join('\n')}\n`;
    const path = `/v1/bulk-imports/${idOf(await call('POST', `/v1/bulk-imports${query}`, roster, headers))}`;
    await settle();
    expect(await call('GET', path)).toMatchObject({ status: 'validated', rowCount: rows.length });
    await call('POST', `${path}/commit`);
    await settle();
    expect(await call('GET', path)).toMatchObject({ status: 'committed' });
    await call('GET', `${path}/rows.csv`);
  }

  /** The account's role of the catalog, which orders a package and asks for documents. */
  async function nurse(): Promise<string> {
    const [role] = await get().database.admin(
      "select id from roles where tenant_id = 'acct' and slug = 'registered-nurse'",
    );
    return String(role?.['id']);
  }

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
      await call('GET', '/v1/reports/rpt_1?include=candidate,package');
      await call('GET', '/v1/adverse-actions/adv_1');
      await call('GET', '/v1/invitations/inv_1');
      await call('GET', '/v1/onboardings/onb_1');
      await call('GET', '/v1/onboardings/onb_30007');
      await call('GET', `/v1/bulk-imports/${bigImport}`);
      await call('GET', `/v1/packages/${busyPackage}`);
      await call('GET', '/v1/roles/role_1');
      await call('GET', '/v1/roles/role_1/roster-template.csv');
      await call('GET', '/v1/account');
      await call('GET', '/v1/partner/tenants/ten_1');
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
      // About seven of four thousand deliveries.
      const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-01T06:00:00Z' };
      const body = await call('POST', `${endpoint(busyEndpoint)}/recover`, range);
      expect(isRecord(body) && body['found']).toBeGreaterThan(0);
      await settle();
    },
    'delivers the events that an endpoint has missed': async () => {
      const path = endpoint(secondEndpoint);
      await call('PATCH', path, { eventTypes: ['document_verification.completed'] });
      const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-01T00:20:00Z' };
      const body = await call('POST', `${path}/recover`, { ...range, include: 'missing' });
      expect(isRecord(body) && body['missing']).toBeGreaterThan(0);
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
      // Two were stored, and each deletes ten old ones.
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
    'orders reports, and supplies what they wait for': async () => {
      const candidates = [await makeCandidate({ ssnLast4: undefined }), busyCandidate];
      for (const candidateId of candidates) {
        const path = `/v1/reports/${await orderReport(candidateId)}`;
        expect(await call('GET', path)).toMatchObject({ status: 'pending' });
        await call('POST', `${path}/information`, known);
        await control('/clock', { advance: '4d' });
        expect(await call('GET', path)).toMatchObject({ status: 'complete' });
        await call('POST', `${path}/adjudicate`, { decision: 'engage' });
      }
      await call('POST', `/v1/reports/${await orderReport(busyCandidate)}/cancel`);
    },
    'changes and archives a candidate with many reports': async () => {
      await call('PATCH', `/v1/candidates/${busyCandidate}`, { phone: '+1 415 555 0100' });
      await call('DELETE', `/v1/candidates/${busyCandidate}`);
    },
    'takes an adverse action to its final notice, with a dispute': async () => {
      const path = await openAction();
      await call('POST', `${path}/dispute`, { statement: 'It was somebody else.' });
      await call('POST', `${path}/resolve-dispute`, { outcome: 'accurate' });
      await call('POST', `${path}/reschedule`, { at: null });
      await control('/clock', { advance: '20d' });
      const body = await call('POST', `${path}/final-notice`);
      expect(body).toMatchObject({ stage: 'final-notice', status: 'completed' });
    },
    'sends a final notice by itself, and cancels an adverse action': async () => {
      const path = await openAction();
      await control('/clock', { advance: '20d' });
      expect(await call('GET', path)).toMatchObject({ status: 'completed' });
      await call('POST', `${await openAction()}/cancel`);
    },
    'invites, resends and cancels': async () => {
      const body = { candidateId: await makeCandidate(), roleId: await nurse(), workState: 'CA' };
      const path = `/v1/invitations/${idOf(await call('POST', '/v1/invitations', body))}`;
      await call('POST', `${path}/resend`);
      await call('POST', `${path}/cancel`);
    },
    'completes one intake, and lets another expire': async () => {
      const { url, invitation } = await invite(get().service);
      const other = await invite(get().service);
      const browser = plainBrowser(get().service.description.url);
      await browser.submit(await fillIn(get().service, url));
      const body = await call('GET', `/v1/invitations/${idOf(invitation)}`);
      expect(body).toMatchObject({ status: 'completed' });
      await control('/clock', { advance: '8d' });
      const expired = await call('GET', `/v1/invitations/${idOf(other.invitation)}`);
      expect(expired).toMatchObject({ status: 'expired' });
    },
    onboards: async () => {
      const body = { candidateId: await makeCandidate(), roleId: await nurse(), workState: 'CA' };
      await call('GET', `/v1/onboardings/${idOf(await call('POST', '/v1/onboardings', body))}`);
      await call('POST', '/v1/onboardings', { ...body, candidateId: 'cand_30011' });
    },
    'imports a roster': async () => {
      await importRoster(`?roleId=${await nurse()}`, [
        'Ana,Lopez,ana.lopez@example.com,,,CA,RN1234',
        'Maria,Ortiz,5003@EXAMPLE.com,,,CA,',
        'Maria,Ortiz,maria.5005@example.com,external_5005,,CA,RN1235',
      ]);
    },
    'makes, changes and archives a package and a role': async () => {
      const name = 'Package';
      const made = await call('POST', '/v1/packages', { name, checkTypeSlugs: ['ssn-trace'] });
      const ordered = `/v1/packages/${idOf(made)}`;
      await call('PATCH', ordered, { priceCents: 1000 });
      const role = { name: 'Role', requirements: [], packageId: idOf(made) };
      const path = `/v1/roles/${idOf(await call('POST', '/v1/roles', role))}`;
      const requirements = [{ kind: 'document', slug: 'rn-license' }];
      await call('PATCH', path, { requirements });
      expect((await get().service.call('DELETE', ordered)).status).toBe(409);
      await call('DELETE', path);
      await call('DELETE', ordered);
    },
    'provisions, prices, suspends and closes a tenant': async () => {
      const made = await call('POST', '/v1/partner/tenants', {
        facilityName: 'Facility',
        adminEmail: 'admin@facility.example',
        termsVersion: '2026-01',
      });
      const path = `/v1/partner/tenants/${idOf(made, 'tenantId')}`;
      await call('PUT', `${path}/pricing`, { packages: { essential: 1200 }, checkTypes: {} });
      await call('PATCH', path, { facilityName: 'Another' });
      await call('POST', `${path}/suspend`);
      await call('POST', `${path}/close`);
    },
    'makes, changes and revokes a key': async () => {
      const { headers } = await tenantWithRoom();
      const key = { label: 'Key', scope: 'full_access' };
      const path = `/v1/api-keys/${idOf(await call('POST', '/v1/api-keys', key, headers))}`;
      await call('PATCH', path, { label: 'Another' }, headers);
      await call('POST', `${path}/revoke`, undefined, headers);
    },
    'makes and changes an integration': async () => {
      const path = `/v1/integrations/${idOf(await call('POST', '/v1/integrations', { name: 'Integration' }))}`;
      await call('PATCH', path, { name: 'Another' });
    },
    'makes an endpoint, and rolls its secret': async () => {
      const { headers, integrationId } = await tenantWithRoom();
      const body = { url: 'http://localhost:9/', integrationId };
      const path = endpoint(idOf(await call('POST', '/v1/webhook-endpoints', body, headers)));
      await call('POST', `${path}/roll-secret`, { overlapSeconds: 60 }, headers);
      await call('DELETE', path, undefined, headers);
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

  // Earlier commands have left dead versions of rows, also in the indexes, and the server vacuums whenever it likes.
  beforeEach(() => get().database.admin('vacuum (index_cleanup on) webhook_deliveries, jobs'));

  it.each(Object.entries(commands))('%s', async (_name, run) => {
    expect((await get().explain(run)).faults).toEqual([]);
  });
});
