import { metadata, order, times } from '../bodies.mjs';
import { copied, copyRows } from '../rows.mjs';

const MANY = 10_000;
const person = {
  firstName: 'Ana',
  lastName: 'Lopez',
  email: 'ana.lopez@example.com',
  dateOfBirth: '1990-01-02',
  ssnLast4: '6789',
  workState: 'CA',
  phone: '+14155550100',
};

/** One object of each kind, whose answers are as large as they get, and 10,000 copies of it. */
export async function beginLists(service) {
  const { integrationId } = service;
  const make = (path, body) => service.api('POST', path, body);
  const { data: checkTypes } = await service.api('GET', '/v1/check-types');
  const slugs = checkTypes.map(({ slug }) => slug).slice(0, 50);
  const candidate = await make('/v1/candidates', {
    ...person,
    externalId: 'e'.repeat(255),
    metadata,
  });
  const pack = await make('/v1/packages', { name: 'p'.repeat(100), checkTypeSlugs: slugs });
  const requirements = slugs.map((slug) => ({ kind: 'check', slug }));
  const role = await make('/v1/roles', { name: 'r'.repeat(100), requirements, packageId: pack.id });
  const place = { candidateId: candidate.id, workState: 'CA' };
  const report = await make('/v1/reports', { ...place, packageId: pack.id, metadata });
  const onboarding = await make('/v1/onboardings', { ...place, roleId: role.id });
  const invitation = await make('/v1/invitations', { ...place, roleId: role.id });
  const verification = await make(
    '/v1/document-verifications',
    order(service, 'rn-license', {
      externalId: 'e'.repeat(255),
      candidateId: candidate.id,
      formData: { licenseNumber: 'RN1' },
      metadata,
    }),
  );
  const session = await make('/v1/verification-sessions', { integrationId });
  const endpoint = await make('/v1/webhook-endpoints', {
    url: `http://127.0.0.1:9/${'u'.repeat(2000)}`,
    integrationId,
    description: 'd'.repeat(255),
  });
  const key = await make('/v1/api-keys', { label: 'l'.repeat(100), scope: 'full_access' });
  const integration = await make('/v1/integrations', { name: 'i'.repeat(100) });
  const tenant = await make('/v1/partner/tenants', {
    facilityName: 'f'.repeat(255),
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
  });
  const bad = await make('/v1/candidates', {
    ...person,
    lastName: 'Consider',
    email: 'b@example.com',
  });
  const considered = await make('/v1/reports', {
    candidateId: bad.id,
    packageId: pack.id,
    workState: 'CA',
  });
  await service.control('/clock', { advance: '30d' });
  const { checks } = await service.api('GET', `/v1/reports/${considered.id}`);
  await make(`/v1/reports/${considered.id}/adjudicate`, {
    decision: 'adverse_action',
    recordIds: checks.flatMap(({ records }) => records.map(({ id }) => id)),
    note: 'n'.repeat(2000),
  });
  const {
    data: [action],
  } = await service.api('GET', '/v1/adverse-actions');
  const {
    data: [event],
  } = await service.api('GET', '/v1/events?limit=1');
  const {
    data: [delivery],
  } = await service.api('GET', '/v1/webhook-deliveries?limit=1');
  const {
    data: [logged],
  } = await service.api('GET', '/v1/api-requests?limit=1').catch(() => ({ data: [] }));
  const is = ({ id, verificationId }) => `t.id = '${id ?? verificationId}'`;
  const copy = (table, where, set) => copyRows(service, table, where, MANY, set);
  await copy('candidates', is(candidate), {
    email: `'c' || g || '@example.com'`,
    external_id: `'e' || g`,
  });
  await copy('packages', is(pack), { slug: copied('slug') });
  await copy('roles', is(role), { slug: copied('slug') });
  await copy('reports', is(report), { candidate_id: copied('candidate_id') });
  await copyRows(service, 'checks', `t.report_id = '${report.id}'`, 300, {
    report_id: copied('report_id'),
  });
  await copy('onboardings', is(onboarding), { candidate_id: copied('candidate_id') });
  await copy('invitations', is(invitation), { candidate_id: copied('candidate_id') });
  await copy('document_verifications', is(verification), { candidate_id: copied('candidate_id') });
  await copy('verification_sessions', is(session));
  await copy('webhook_endpoints', is(endpoint));
  await copy('api_keys', is(key), { hash: copied('hash') });
  await copy('integrations', is(integration), { slug: copied('slug') });
  await copy('tenants', is(tenant), { slug: copied('slug') });
  if (event) await copy('events', is(event));
  if (delivery) await copy('webhook_deliveries', is(delivery));
  if (logged) await copy('api_requests', is(logged));
  await copy('adverse_actions', is(action));
  await service.sql(`insert into api_key_usage (key_id, day, operation_id, requests, errors)
    select '${key.id}', date '2020-01-01' + (g / 25), 'operation' || (g % 25), 1, 1 from generate_series(1, ${MANY}) g`);
  await service.sql(`insert into outbox_messages (id, tenant_id, "to", subject, text, created_at)
    select 'mail_' || g, '${(await service.sql('select tenant_id from integrations limit 1'))[0].tenant_id}', 'a@example.com', 's', 't', now() from generate_series(1, ${MANY}) g`);
  return {
    candidate,
    pack,
    role,
    report,
    onboarding,
    invitation,
    verification,
    session,
    endpoint,
    key,
    integration,
    tenant,
    considered,
    action,
    event,
    delivery,
    logged,
  };
}

const lists = {
  'document-verifications': [
    'status=VERIFIED',
    'externalId=x',
    'documentConfigSlug=rn-license',
    'include=candidate',
  ],
  'verification-sessions': [],
  'document-configs': ['custom=false', 'checkTypeSlug=certification'],
  integrations: ['status=active'],
  'webhook-endpoints': ['owner=integration', `q=${'u'.repeat(100)}`, 'q=zz'],
  events: ['type=document_verification.completed', 'test=false', 'test=true'],
  'webhook-deliveries': [
    'status=failed',
    'status=succeeded',
    'eventType=document_verification.completed',
  ],
  candidates: [
    `q=${'z'.repeat(100)}`,
    'q=a',
    'email=c7@example.com',
    'externalId=e7',
    'status=new',
  ],
  invitations: ['status=pending', 'status=expired'],
  onboardings: [],
  reports: ['status=complete', 'result=clear', 'workState=CA', 'include=candidate,package'],
  'adverse-actions': ['status=open', 'stage=pre-notice'],
  'bulk-imports': [],
  packages: ['archived=false', 'q=zz', 'archived=true'],
  roles: ['archived=false', 'q=zz'],
  'api-keys': [],
  'api-requests': [],
  'partner/tenants': ['status=active'],
};

export const listActions = Object.entries(lists).map(([name, queries]) => ({
  name: `pages of 100 of 10,000 ${name}`,
  prepare: async (service) => async () => {
    const path = `/v1/${name}?limit=100`;
    for (const query of [
      '',
      'createdAfter=2000-01-01T00:00:00Z',
      'createdBefore=2000-01-01T00:00:00Z',
      ...queries,
    ]) {
      const { status, body } = await service.call('GET', `${path}&${query}`);
      if (status === 200 && body.nextCursor)
        await service.call('GET', `${path}&${query}&cursor=${body.nextCursor}`);
    }
  },
}));

const get = (name, list) => ({
  name,
  prepare: async (service, context) => async () => {
    for (const path of list(context)) await service.call('GET', path);
  },
});

export const objects = [
  get('each object', (c) => [
    `/v1/candidates/${c.candidate.id}`,
    `/v1/packages/${c.pack.id}`,
    `/v1/roles/${c.role.id}`,
    `/v1/reports/${c.report.id}?include=candidate,package`,
    `/v1/onboardings/${c.onboarding.id}`,
    `/v1/invitations/${c.invitation.id}`,
    `/v1/document-verifications/${c.verification.verificationId}`,
    `/v1/verification-sessions/${c.session.id}`,
    `/v1/webhook-endpoints/${c.endpoint.id}`,
    `/v1/webhook-endpoints/${c.endpoint.id}/statistics`,
    `/v1/api-keys/${c.key.id}`,
    `/v1/integrations/${c.integration.id}`,
    `/v1/partner/tenants/${c.tenant.tenantId ?? c.tenant.id}`,
    `/v1/adverse-actions/${c.action.id}`,
    `/v1/events/${c.event?.id}`,
    `/v1/webhook-deliveries/${c.delivery?.id}`,
    `/v1/api-requests/${c.logged?.id}`,
    '/v1/account',
    '/v1/check-types',
    '/v1/check-types/ssn-trace',
    '/v1/event-types',
    '/v1/verification-sources',
    '/v1/partner/price-book',
    `/v1/document-configs/rn-license`,
  ]),
  get('the usage of a key over 400 days', (c) => [`/v1/api-keys/${c.key.id}/usage`]),
  get('statistics of deliveries over 100 years', () => [
    '/v1/webhook-deliveries/statistics?createdAfter=1990-01-01T00:00:00Z&createdBefore=2090-01-01T00:00:00Z',
  ]),
  get('a roster template', (c) => [`/v1/roles/${c.role.id}/roster-template.csv`]),
  {
    name: 'each object is changed',
    prepare: async (service, c) => async () => {
      const call = (method, path, body) => service.call(method, path, body);
      const names = { firstName: 'a'.repeat(100), metadata };
      await call('PATCH', `/v1/candidates/${c.candidate.id}`, names);
      await call('PATCH', `/v1/packages/${c.pack.id}`, { name: 'n'.repeat(100) });
      await call('PATCH', `/v1/roles/${c.role.id}`, { name: 'n'.repeat(100) });
      await call('POST', `/v1/invitations/${c.invitation.id}/resend`);
      await call('POST', `/v1/invitations/${c.invitation.id}/cancel`);
      await call('PATCH', `/v1/api-keys/${c.key.id}`, { label: 'x' });
      await call('POST', `/v1/api-keys/${c.key.id}/revoke`);
      await call('PATCH', `/v1/integrations/${c.integration.id}`, { name: 'x' });
      await call('DELETE', `/v1/integrations/${c.integration.id}`);
      await call('PATCH', '/v1/account', { name: 'n'.repeat(100) });
      const prices = { packages: {}, checkTypes: {} };
      const tenant = `/v1/partner/tenants/${c.tenant.tenantId ?? c.tenant.id}`;
      await call('PUT', '/v1/partner/price-book', prices);
      await call('PATCH', tenant, { facilityName: 'x' });
      await call('PUT', `${tenant}/pricing`, prices);
      for (const action of ['suspend', 'reactivate', 'close'])
        await call('POST', `${tenant}/${action}`);
      await call('POST', `/v1/reports/${c.report.id}/information`, { dateOfBirth: '1990-01-02' });
      await call('POST', `/v1/reports/${c.report.id}/cancel`);
      const action = `/v1/adverse-actions/${c.action.id}`;
      await call('POST', `${action}/reschedule`, { at: null });
      await call('POST', `${action}/dispute`, { statement: 's'.repeat(5000) });
      await call('POST', `${action}/resolve-dispute`, { outcome: 'accurate' });
      await call('POST', `${action}/final-notice`);
      await call('POST', `${action}/cancel`);
      await call('POST', `/v1/webhook-endpoints/${c.endpoint.id}/pause`);
      await call('DELETE', `/v1/candidates/${c.candidate.id}`);
      await call('DELETE', `/v1/roles/${c.role.id}`);
      await call('DELETE', `/v1/packages/${c.pack.id}`);
      await service.control('/clock', { settle: true });
    },
  },
  {
    name: 'the controls, beside 10,000 rows',
    prepare: async (service, c) => async () => {
      for (const path of [
        '',
        '/clock',
        '/faults',
        '/outbox',
        '/sinks/x',
        `/sinks/x?endpointId=${c.endpoint.id}`,
        '/snapshots',
        '/sources',
      ]) {
        await service.control(path);
      }
      await service.control('/trigger', {
        type: 'document_verification.completed',
        count: 100,
        endpointId: c.endpoint.id,
      });
      await service.request('GET', '/metrics');
      await service.request('GET', '/readyz');
    },
  },
  {
    name: '1,000 requests are logged',
    prepare: async (service) => () => times(1000, () => service.call('GET', '/v1/account'), 100),
  },
];

/** Moves the clock, in which no job may fail. */
async function advance(service, by) {
  const { ran, failed } = await service.control('/clock', { advance: by });
  if (failed.length > 0) {
    throw new Error(`Jobs failed: ${JSON.stringify(failed.slice(0, 3))} ${service.errors}`);
  }
  return ran;
}

/**
 * Jobs of many objects that are due together. A move ends after ten seconds, so not all of them may run.
 *
 * @param kind The kind of the jobs.
 * @param from The objects, as SQL: `ref`, and `payload` where the job needs one.
 * @param options.by When they are due.
 * @param options.begin Makes the objects as the job needs them.
 * @param options.done SQL that counts the objects of which the job was done.
 */
function due(name, kind, from, { by = '1s', begin = () => {}, done }) {
  let ran;
  let before;
  const count = async (service) => Number((await service.sql(done))[0].count);
  return {
    name: `10,000 due: ${name}`,
    alone: true,
    limit: 30,
    async prepare(service, context) {
      await service.control('/clock', { mode: 'frozen' });
      await begin(service, context);
      const { now } = await service.control('/clock');
      await service.sql('delete from jobs');
      await service.sql(
        `insert into jobs (kind, ref, payload, due_at) select '${kind}', ref, payload, '${now}'::timestamptz + interval '${by}' from (${from(context)}) t limit ${MANY}`,
      );
      await service.sql('analyze jobs');
      before = await count(service);
      return async () => {
        ran = await advance(service, by);
      };
    },
    async check(service) {
      const worked = (await count(service)) - before;
      if (ran > 0 && worked >= Math.min(ran, 100)) return;
      throw new Error(`${ran} jobs ran, and ${worked} of them did something.`);
    },
  };
}

const all = (table) => () => `select id as ref, null::json as payload from ${table}`;
const countOf = (table, where) => `select count(*) from ${table} where ${where}`;

/** Copies the checks of a report to copies of the report. */
function copyChecks(service, { id }, count) {
  const of = { report_id: copied('report_id') };
  return copyRows(service, 'checks', `t.report_id = '${id}'`, count, of);
}

/** Reports that run, each with as many checks as there are types. */
async function beginReports(service, { report }) {
  await service.sql(`delete from checks where report_id like '${report.id}\\_%'`);
  await service.sql(
    `update checks set status = 'in_progress', completed_at = null where report_id = '${report.id}'`,
  );
  await service.sql(
    `update reports set status = 'in_progress', result = null, completed_at = null where id like '${report.id}%'`,
  );
  await copyChecks(service, report, 1000);
}

/** Adverse actions, each with its own report. */
async function beginActions(service, { action, considered }) {
  await service.sql(`delete from adverse_actions where id <> '${action.id}'`);
  await copyRows(service, 'reports', `t.id = '${considered.id}'`, 1000, {
    adverse_action_id: copied('adverse_action_id'),
  });
  await copyChecks(service, considered, 1000);
  await copyRows(service, 'adverse_actions', `t.id = '${action.id}'`, 1000, {
    report_id: copied('report_id'),
  });
}

/** Deletes all endpoints: a separate action measures an event to very many endpoints. */
const withoutEndpoints = (service) => service.sql('delete from webhook_endpoints');

/** Gives each session a document that was not submitted. */
async function beginSessions(service, { session, verification }) {
  const { length } = verification.verificationId;
  await withoutEndpoints(service);
  await service.sql(
    `update document_verifications set status = 'PENDING', completed_at = null, attempt_count = 0, session_id = '${session.id}' || substr(id, ${length + 1})`,
  );
  await service.sql('analyze document_verifications');
}

export const jobActions = [
  due('invitations expire', 'invitation_expiry', all('invitations'), {
    begin: (service) => service.sql(`update invitations set status = 'pending'`),
    done: countOf('invitations', `status = 'expired'`),
  }),
  due(
    'reports get a result',
    'check_result',
    ({ report }) =>
      `select report_id as ref, json_build_object('checkId', id, 'outcome', 'clear') as payload from checks where report_id like '${report.id}%' order by report_id, seq`,
    { begin: beginReports, done: countOf('checks', `status = 'clear'`) },
  ),
  {
    ...due('final notices', 'final_notice', all('adverse_actions'), {
      by: '40d',
      begin: beginActions,
      done: countOf('adverse_actions', `stage = 'final-notice'`),
    }),
    name: '1,000 due: final notices',
  },
  {
    ...due('deadlines of disputes', 'dispute_deadline', all('adverse_actions'), {
      by: '40d',
      async begin(service, context) {
        const path = `/v1/adverse-actions/${context.action.id}/dispute`;
        await service.api('POST', path, { statement: 's'.repeat(2000) });
        await beginActions(service, context);
      },
      done: countOf('adverse_actions', `dispute ->> 'resolvedAt' is not null`),
    }),
    name: '1,000 due: deadlines of disputes',
  },
  due('sessions expire', 'session_expiry', all('verification_sessions'), {
    begin: beginSessions,
    done: countOf('document_verifications', `status not in ('PENDING', 'PROCESSING')`),
  }),
  due('questions to sources', 'source_attempt', all('document_verifications'), {
    async begin(service) {
      await withoutEndpoints(service);
      await service.sql(
        `update document_verifications set status = 'PROCESSING', completed_at = null, attempt_count = 0`,
      );
      await service.sql('analyze document_verifications');
    },
    done: countOf('document_verifications', `status <> 'PROCESSING'`),
  }),
  {
    name: 'a session expires with 10,000 pending documents',
    alone: true,
    limit: 20,
    async prepare(service, c) {
      await service.control('/clock', { mode: 'frozen' });
      await service.sql(
        `update document_verifications set status = 'PENDING', completed_at = null, attempt_count = 0, session_id = '${c.session.id}'`,
      );
      const { now } = await service.control('/clock');
      await service.sql('delete from jobs');
      await service.sql(
        `update verification_sessions set expires_at = '${now}'::timestamptz + interval '1 second' where id = '${c.session.id}'`,
      );
      await service.sql(
        `insert into jobs (kind, ref, due_at) values ('session_expiry', '${c.session.id}', '${now}'::timestamptz + interval '1 second')`,
      );
      return async () => {
        await service.request(
          'GET',
          Object.values(c.session).find((value) => /\/verify\//.test(value)),
        );
        await advance(service, '1s');
      };
    },
  },
  {
    name: 'retention deletes 10,000 rows of each kind',
    alone: true,
    limit: 20,
    async prepare(service) {
      await service.control('/clock', { mode: 'frozen' });
      return () => advance(service, '400d');
    },
  },
  {
    name: 'a snapshot of it is saved',
    alone: true,
    judged: false,
    limit: 20,
    prepare: async (service) => () => service.control('/snapshots', { name: 'a' }),
  },
  {
    name: 'a snapshot of it is restored',
    judged: false,
    limit: 20,
    prepare: async (service) => () => service.control('/snapshots/a/restore', {}),
  },
  {
    name: 'a reset of it',
    judged: false,
    limit: 20,
    prepare: async (service) => () => service.control('/reset', {}),
  },
];
