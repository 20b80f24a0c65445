import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adverseActionStates } from '../../../src/service/capabilities/adverse-actions/states.js';
import { importStates } from '../../../src/service/capabilities/bulk-import/states.js';
import { candidateStates } from '../../../src/service/capabilities/candidates/states.js';
import { integrationStates } from '../../../src/service/capabilities/integrations/states.js';
import { invitationStates } from '../../../src/service/capabilities/invitations/states.js';
import { keyStates } from '../../../src/service/capabilities/keys/states.js';
import { packageStates } from '../../../src/service/capabilities/packages/states.js';
import { adjudicationStates } from '../../../src/service/capabilities/reports/adjudication-states.js';
import { checkStates, reportStates } from '../../../src/service/capabilities/reports/states.js';
import { roleStates } from '../../../src/service/capabilities/roles/states.js';
import { tenantStates } from '../../../src/service/capabilities/tenants/states.js';
import {
  configStates,
  verificationStates,
} from '../../../src/service/capabilities/verifications/states.js';
import { deliveryStates } from '../../../src/service/capabilities/webhooks/delivery-states.js';
import { endpointStates } from '../../../src/service/capabilities/webhooks/endpoints/states.js';
import { jobs, webhookDeliveries } from '../../../src/service/db/schema/index.js';
import { describeApi } from '../../../src/service/operations.js';
import { act, openAction } from '../../support/adverse-actions.js';
import { considerReport } from '../../support/consider-report.js';
import { fillIn, invite } from '../../support/invite.js';
import { objectsInStates } from '../../support/objects-in-states.js';
import { deliveryOf, order } from '../../support/orders.js';
import { plainBrowser } from '../../support/plain-browser.js';
import {
  addPackage,
  checksOf,
  createCandidate,
  known,
  orderReport,
} from '../../support/reports.js';
import { roleOf } from '../../support/role-of.js';
import { sharedService } from '../../support/service.js';

type Json = Readonly<Record<string, unknown>>;
type Sent = readonly [method: string, path: string, body?: Json | undefined];

/** Builds the request for an action on an object. */
type Ask = (object: string, shown: Json) => Sent | Promise<Sent>;

interface Transition {
  readonly from: readonly string[];
  readonly to?: string;
  readonly by: 'caller' | 'service';
}

/** A resource with states: its table, and how the API shows its objects. */
interface Resource {
  readonly table: Readonly<Record<string, Transition>>;
  readonly collection: string;
  /** The state that an object shows. */
  readonly state: (shown: Json, id: string) => unknown;
  /** The states in which no more actions are allowed. */
  readonly ends: readonly string[];
  /** The requests for actions on the object itself. If one request is for two actions, the state decides. */
  readonly asks?: Readonly<Record<string, Ask>>;
  /** The objects of `objectsInStates` to try. Default: all. The others are refused not only for their state. */
  readonly tried?: readonly string[];
}

let answer: (delivery: string) => Promise<number> = async () => 200;
const service = sharedService(async (request) => {
  const status = await answer(request.headers.get('service-delivery-id') ?? '');
  return new Response(null, { status });
});

const status = (shown: Json) => shown['status'];
const archived = (shown: Json) => (shown['archived'] ? 'archived' : 'active');
const post =
  (path: string, body?: Json): Ask =>
  (object) => ['POST', `${object}/${path}`, body];
const patch =
  (body: Json): Ask =>
  (object) => ['PATCH', object, body];
const remove: Ask = (object) => ['DELETE', object];
const inform = post('information', { phone: '+1 415 555 0100' });
const renamed = { change: patch({ name: 'Another' }), archive: remove };

const inviteThem: Ask = async (_object, { id }) => {
  const { id: roleId } = await roleOf(service().sql, 'registered-nurse');
  return ['POST', '/v1/invitations', { candidateId: id, roleId, workState: 'CA' }];
};

const resources = {
  candidate: {
    table: candidateStates.actions,
    collection: '/v1/candidates',
    state: status,
    ends: ['archived'],
    asks: {
      update: patch({ firstName: 'Ana' }),
      invite: inviteThem,
      'invite-again': inviteThem,
      archive: remove,
    },
  },
  invitation: {
    table: invitationStates.actions,
    collection: '/v1/invitations',
    state: status,
    ends: ['completed', 'expired', 'canceled'],
    asks: { resend: post('resend'), cancel: post('cancel') },
  },
  report: {
    table: reportStates.actions,
    collection: '/v1/reports',
    state: status,
    ends: ['complete', 'disputed', 'canceled'],
    asks: { cancel: post('cancel'), resume: inform, 'supply-information': inform },
    tried: ['pending', 'in_progress', 'suspended', 'complete', 'disputed', 'canceled'],
  },
  check: {
    table: checkStates.actions,
    collection: '/v1/reports',
    state: (shown, id) =>
      checksOf(shown).find((check) => id.endsWith(`#${check['id']}`))?.['status'],
    ends: ['clear', 'canceled'],
  },
  adjudication: {
    table: adjudicationStates.actions,
    collection: '/v1/reports',
    state: ({ adjudication }) => adjudication ?? 'none',
    ends: ['engaged', 'post_adverse_action'],
    asks: {
      engage: post('adjudicate', { decision: 'engage' }),
      adverse_action: (object, shown) => [
        'POST',
        `${object}/adjudicate`,
        { decision: 'adverse_action', recordIds: recordIdsOf(shown) },
      ],
    },
    tried: ['complete', 'engaged', 'in an adverse action', 'after an adverse action'],
  },
  'adverse action': {
    table: adverseActionStates.actions,
    collection: '/v1/adverse-actions',
    state: ({ phase }) => phase,
    ends: ['completed', 'canceled'],
    asks: {
      dispute: post('dispute', { statement: 'Not me.' }),
      'resolve-dispute': post('resolve-dispute', { outcome: 'accurate' }),
      'final-notice': post('final-notice'),
      reschedule: post('reschedule', { at: null }),
      cancel: post('cancel'),
    },
    tried: [
      'after the waiting period',
      'dispute-open',
      'dispute-resolved',
      'completed',
      'canceled',
    ],
  },
  package: {
    table: packageStates.actions,
    collection: '/v1/packages',
    state: archived,
    ends: ['archived'],
    asks: renamed,
  },
  role: {
    table: roleStates.actions,
    collection: '/v1/roles',
    state: archived,
    ends: ['archived'],
    asks: renamed,
  },
  'bulk import': {
    table: importStates.actions,
    collection: '/v1/bulk-imports',
    state: status,
    ends: ['rejected', 'committed'],
    asks: { commit: post('commit') },
  },
  tenant: {
    table: tenantStates.actions,
    collection: '/v1/partner/tenants',
    state: status,
    ends: ['closed'],
    asks: {
      change: patch({ facilityName: 'Another' }),
      suspend: post('suspend'),
      reactivate: post('reactivate'),
      close: post('close'),
    },
  },
  verification: {
    table: verificationStates.actions,
    collection: '/v1/document-verifications',
    state: status,
    ends: ['VERIFIED', 'FAILED', 'RECORDED', 'CANCELED'],
    asks: {
      submit: post('submit', { formData: { licenseNumber: 'RN1234' } }),
      cancel: post('cancel'),
    },
  },
  'document configuration': {
    table: configStates.actions,
    collection: '/v1/document-configs',
    state: ({ custom }) => (custom ? 'custom' : 'fixed'),
    ends: ['fixed'],
    asks: { change: patch({ name: 'Another' }) },
  },
  endpoint: {
    table: endpointStates.actions,
    collection: '/v1/webhook-endpoints',
    state: ({ paused }) => (paused ? 'paused' : 'active'),
    ends: [],
    asks: { pause: post('pause'), resume: post('resume', {}) },
  },
  delivery: {
    table: deliveryStates.actions,
    collection: '/v1/webhook-deliveries',
    state: status,
    ends: ['canceled'],
    asks: { replay: post('replay') },
    tried: ['scheduled', 'delivering', 'retrying', 'succeeded', 'failed', 'held', 'canceled'],
  },
  integration: {
    table: integrationStates.actions,
    collection: '/v1/integrations',
    state: status,
    ends: ['archived'],
    asks: renamed,
  },
  key: {
    table: keyStates.actions,
    collection: '/v1/api-keys',
    state: ({ revokedAt }) => (revokedAt === null ? 'active' : 'revoked'),
    ends: ['revoked'],
    asks: { change: patch({ label: 'Another' }), revoke: post('revoke') },
  },
} satisfies Readonly<Record<string, Resource>>;

type Name = keyof typeof resources;

const named: readonly (readonly [Name, Resource])[] = Object.entries(resources).flatMap(
  ([name, resource]) => (isName(name) ? [[name, resource] as const] : []),
);

function isName(name: string): name is Name {
  return name in resources;
}

function recordIdsOf(report: Json): readonly unknown[] {
  return checksOf(report).flatMap(({ records }) =>
    Array.isArray(records) ? records.map(({ id }) => id) : [],
  );
}

/** The ids that this file gives to the checks of a report. */
function checkIdsOf(report: Json): readonly string[] {
  return checksOf(report).map(({ id }) => `${report['id']}#${id}`);
}

const pathOf = ({ collection }: Resource, id: string) => `${collection}/${id.split('#')[0]}`;

async function shownOf(name: Name, id: string): Promise<Json> {
  const { status, body, text } = await service().call('GET', pathOf(resources[name], id));
  expect(status, text).toBe(200);
  return body;
}

async function stateOf(name: Name, id: string): Promise<string> {
  const resource: Resource = resources[name];
  return String(resource.state(await shownOf(name, id), id));
}

/** The transitions that the walks have covered, by resource and action. */
const done = new Set<string>();

/** Expects an observed transition to be in the table. */
function follows(name: Name, action: string, before: string, after: string): void {
  const resource: Resource = resources[name];
  const row = resource.table[action];
  expect(row?.from, `${name}: ${action}`).toContain(before);
  expect(after, `${name}: ${action}`).toBe(row?.to ?? before);
  done.add(`${name}: ${action}`);
}

/** An expected action on an object, and the object's expected state after it. */
type Seen = readonly [name: Name, id: string, action: string, state: string];

async function step(act: () => Promise<unknown>, ...seen: readonly Seen[]): Promise<void> {
  const before: string[] = [];
  for (const [name, id] of seen) before.push(await stateOf(name, id));
  await act();
  for (const [index, [name, id, action, state]] of seen.entries()) {
    const after = await stateOf(name, id);
    expect(after, `${name}: ${action}`).toBe(state);
    follows(name, action, before[index] ?? '', after);
  }
}

/** Requests an action, which must succeed. */
async function ask(name: Name, id: string, action: string): Promise<void> {
  const resource: Resource = resources[name];
  const request = resource.asks?.[action];
  if (!request) throw new Error(`Let the resource ${name} ask for ${action}.`);
  const sent = await request(pathOf(resource, id), await shownOf(name, id));
  const { status, text } = await service().call(...sent);
  expect(status, text).toBeLessThan(300);
}

/** Requests an action, and checks the transition of its object. */
const does = (name: Name, id: string, action: string, state: string) =>
  step(() => ask(name, id, action), [name, id, action, state]);

const advance = (duration: string) => service().control('/clock', { advance: duration });
const settle = () => service().control('/clock', { settle: true });

const described: Json = Object(describeApi()['paths']);

/** Whether the OpenAPI document allows a request, by the object's properties. `undefined` if it does not say. */
function isDocumented([method, path, body = {}]: Sent, shown: Json): boolean | undefined {
  const template = Object.keys(described).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const operation = Object(Object(described[template ?? ''])[method.toLowerCase()]);
  const decision = Object(operation['x-allowed-for']).decision ?? {};
  const when = decision[String(body['decision'])] ?? operation['x-allowed-when'];
  return (
    when &&
    Object.entries(when).every(([property, values]) =>
      Object.values(Object(values)).includes(shown[property]),
    )
  );
}

/** The actions that are allowed until the object has ended. */
const always = 'change update invite resend engage archive cancel close revoke'.split(' ');

describe('the actions of a caller in each state, and the answers of the API', () => {
  const asked = named.flatMap(([name, { asks = {} }]) =>
    [...new Set(Object.values(asks))].map((request) => {
      const actions = Object.keys(asks).filter((action) => asks[action] === request);
      return [name, actions, request] as const;
    }),
  );

  it.each(asked)('%s: %s', async (name, actions, request) => {
    const { table, collection, state, ends, tried }: Resource = resources[name];
    const rows = actions.flatMap((action) => table[action] ?? []);
    const seen = new Set<string>();
    for (const [maker, make] of Object.entries(objectsInStates(service())[collection] ?? {})) {
      if (tried && !tried.includes(maker)) continue;
      const id = await make();
      const path = `${collection}/${id}`;
      const shown = await shownOf(name, id);
      const before = String(state(shown, id));
      seen.add(before);
      const sent = await request(path, shown);
      const { status, body, text } = await service().call(...sent);
      const after = await shownOf(name, id);
      const row = rows.find(({ from }) => from.includes(before));
      const what = `${maker}: ${text}`;
      if (sent[1].startsWith(path)) expect(isDocumented(sent, shown), what).toBe(!!row);
      // Independent of the table.
      if (ends.includes(before)) expect(row, what).toBeUndefined();
      else if (actions.some((action) => always.includes(action))) expect(row, what).toBeDefined();
      if (row) {
        expect(status, what).toBeLessThan(300);
        expect(state(after, id), what).toBe(row.to ?? before);
      } else {
        expect([status, body['code']], what).toEqual([409, 'state_conflict']);
        expect(body['currentStatus'], what).toBe(before);
        expect(after, what).toEqual(shown);
      }
    }
    const states = Object.values(table).flatMap(({ from, to }) => [...from, ...(to ? [to] : [])]);
    expect([...seen].sort()).toEqual([...new Set([...states, ...ends])].sort());
  });
});

describe('every action, as it comes about', () => {
  it('of what is only changed and ended', async () => {
    const make = objectsInStates(service());
    const newOf = async (name: Name) =>
      (await make[resources[name].collection]?.['active']?.()) ?? '';
    for (const name of ['package', 'role', 'integration'] as const) {
      const id = await newOf(name);
      await does(name, id, 'change', 'active');
      await does(name, id, 'archive', 'archived');
    }
    const config = (await make['/v1/document-configs']?.['custom']?.()) ?? '';
    await does('document configuration', config, 'change', 'custom');
    const key = await newOf('key');
    await does('key', key, 'change', 'active');
    await does('key', key, 'revoke', 'revoked');
    const endpoint = await newOf('endpoint');
    await does('endpoint', endpoint, 'pause', 'paused');
    await does('endpoint', endpoint, 'resume', 'active');
    const tenant = await newOf('tenant');
    await does('tenant', tenant, 'change', 'active');
    await does('tenant', tenant, 'suspend', 'suspended');
    await does('tenant', tenant, 'reactivate', 'active');
    await does('tenant', tenant, 'close', 'closed');
  });

  it('of a candidate and their invitations', async () => {
    const { list } = service();
    const candidate = await createCandidate(service());
    await does('candidate', candidate, 'update', 'new');
    await does('candidate', candidate, 'invite', 'invited');
    const [{ id: first, intakeUrl } = {}] = await list('/v1/invitations');
    const invitation = String(first);
    await does('invitation', invitation, 'resend', 'pending');
    await step(
      () => fillIn(service(), String(intakeUrl)),
      ['invitation', invitation, 'open', 'opened'],
      ['candidate', candidate, 'start', 'in_progress'],
    );
    const { id: roleId } = await roleOf(service().sql, 'licensed-practical-nurse');
    const another = { candidateId: candidate, roleId, workState: 'CA' };
    await step(
      () => service().call('POST', '/v1/invitations', another),
      ['candidate', candidate, 'invite-again', 'in_progress'],
    );
    const browser = plainBrowser(service().description.url);
    const review = await browser.open(`${intakeUrl}/review`);
    await step(
      () => browser.submit(review),
      ['invitation', invitation, 'complete', 'completed'],
      ['candidate', candidate, 'complete', 'completed'],
    );
    const [, second] = await list('/v1/invitations');
    await does('invitation', String(second?.['id']), 'cancel', 'canceled');
    const expiring = String((await invite(service())).invitation['id']);
    await step(() => advance('30d'), ['invitation', expiring, 'expire', 'expired']);
    const invited = await invite(service());
    await step(
      () => ask('candidate', String(invited.candidate['id']), 'archive'),
      ['candidate', String(invited.candidate['id']), 'archive', 'archived'],
      ['invitation', String(invited.invitation['id']), 'cancel', 'canceled'],
    );
  });

  it('of a report and its checks', async () => {
    const packageId = await addPackage(service().sql, 'two', ['ssn-trace', 'national-criminal']);
    const ordered = async (lastName: string, candidate: Json = {}) => {
      const report = await orderReport(service(), { lastName, candidate, packageId });
      const [trace = '', criminal = ''] = checkIdsOf(report);
      return { id: report.id, candidate: report['candidateId'], trace, criminal };
    };
    const found = await ordered('Consider', { dateOfBirth: undefined, ssnLast4: undefined });
    await does('report', found.id, 'supply-information', 'pending');
    await step(
      () => service().call('PATCH', `/v1/candidates/${found.candidate}`, known),
      ['report', found.id, 'start', 'in_progress'],
      ['check', found.trace, 'start', 'in_progress'],
    );
    await step(
      () => advance('1d'),
      ['report', found.id, 'complete', 'complete'],
      ['check', found.trace, 'clear', 'clear'],
      ['check', found.criminal, 'consider', 'consider'],
    );
    const unverifiable = await ordered('Unverifiable');
    await step(() => advance('1d'), ['check', unverifiable.trace, 'fail', 'unable_to_verify']);
    const suspended = await ordered('Suspended');
    await step(() => advance('1m'), ['report', suspended.id, 'suspend', 'suspended']);
    await step(
      () => ask('report', suspended.id, 'supply-information'),
      ['report', suspended.id, 'resume', 'in_progress'],
    );
    await step(
      () => ask('report', suspended.id, 'cancel'),
      ['report', suspended.id, 'cancel', 'canceled'],
      ['check', suspended.criminal, 'cancel', 'canceled'],
    );
    const abandoned = await ordered('Canceled');
    await step(() => advance('1d'), ['report', abandoned.id, 'abandon', 'canceled']);
  });

  it('of an adverse action, and of its report', async () => {
    const engaged = await considerReport(service());
    await does('adjudication', engaged.id, 'engage', 'engaged');
    const decided = await considerReport(service());
    await does('adjudication', decided.id, 'adverse_action', 'pre_adverse_action');
    const { id, report } = await openAction(service());
    await step(
      () => ask('adverse action', id, 'dispute'),
      ['adverse action', id, 'dispute', 'dispute-open'],
      ['report', report.id, 'dispute', 'disputed'],
    );
    // Until the dispute is resolved, no notice is sent or scheduled.
    for (const [action, body] of [['final-notice'], ['reschedule', { at: null }]] as const) {
      const refusal = { status: 409, body: { currentStatus: 'dispute-open' } };
      expect(await act(service(), id, action, body)).toMatchObject(refusal);
    }
    await step(
      () => ask('adverse action', id, 'resolve-dispute'),
      ['adverse action', id, 'resolve-dispute', 'dispute-resolved'],
      ['report', report.id, 'resolve-dispute', 'complete'],
    );
    await does('adverse action', id, 'reschedule', 'dispute-resolved');
    await advance('9d');
    await step(
      () => ask('adverse action', id, 'final-notice'),
      ['adverse action', id, 'final-notice', 'completed'],
      ['adjudication', report.id, 'final-notice', 'post_adverse_action'],
    );
    const amended = await openAction(service());
    const [, criminal = ''] = checkIdsOf(await shownOf('report', amended.report.id));
    await ask('adverse action', amended.id, 'dispute');
    // Nobody confirms the disputed finding within 30 days, and no other findings are left.
    await step(
      () => advance('31d'),
      ['check', criminal, 'amend', 'clear'],
      ['adjudication', amended.report.id, 'cancel', 'none'],
    );
    const canceled = await openAction(service());
    await does('adverse action', canceled.id, 'cancel', 'canceled');
  });

  it('of a bulk import', async () => {
    const upload = async (roster: string) => {
      const { id: roleId } = await roleOf(service().sql, 'registered-nurse');
      const headers = { 'content-type': 'text/csv' };
      const path = `/v1/bulk-imports?roleId=${roleId}`;
      return String((await service().call('POST', path, roster, { headers })).body['id']);
    };
    const broken = await upload('first_name\nAna\n');
    const good = await upload(
      'first_name,last_name,email,work_state\nAna,Lopez,ana.lopez@example.com,CA\n',
    );
    await step(
      settle,
      ['bulk import', broken, 'reject', 'rejected'],
      ['bulk import', good, 'finish-validation', 'validated'],
    );
    await does('bulk import', good, 'commit', 'committing');
    await step(settle, ['bulk import', good, 'finish-commit', 'committed']);
  });

  it('of a verification', async () => {
    const submitted = await order(service(), { formData: {} });
    await does('verification', submitted, 'submit', 'PROCESSING');
    const denied = await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
    const recorded = await order(service(), { licenseNumber: 'SBX-NOSOURCE-1' });
    await step(
      settle,
      ['verification', submitted, 'confirm', 'VERIFIED'],
      ['verification', denied, 'deny', 'FAILED'],
      ['verification', recorded, 'record', 'RECORDED'],
    );
    const canceled = await order(service(), { formData: {} });
    const forgotten = await order(service(), { formData: {} });
    await does('verification', canceled, 'cancel', 'CANCELED');
    await step(() => advance('8d'), ['verification', forgotten, 'expire', 'FAILED']);
  });
});

describe('every action of a delivery', () => {
  const endpoint = () => String(service().description.endpoints[0]?.id);
  const setPolicy = (maxAttempts: number) =>
    service().call('PATCH', `/v1/webhook-endpoints/${endpoint()}`, {
      retryPolicy: { maxAttempts },
    });

  /** Runs the due attempts. Checks the delivery before, in flight, and after. */
  async function attempt(
    id: string,
    action: string,
    status: number,
    end: string,
    state: string,
    run = settle,
  ): Promise<void> {
    const before = await stateOf('delivery', id);
    let inFlight = '';
    answer = async (delivery) => {
      if (delivery === id) inFlight = await stateOf('delivery', id);
      return status;
    };
    await run();
    answer = async () => 200;
    expect(inFlight).toBe('delivering');
    follows('delivery', action, before, inFlight);
    const after = await stateOf('delivery', id);
    expect(after).toBe(state);
    follows('delivery', end, inFlight, after);
  }

  /** The delivery of a new verification, whose first attempt got this status. */
  async function delivered(status: number): Promise<string> {
    answer = async () => status;
    const verification = await order(service(), {});
    await settle();
    answer = async () => 200;
    return String((await deliveryOf(service(), verification)).delivery['id']);
  }

  it('from its first attempt to its end', async () => {
    const sent = await service().call('POST', `/v1/webhook-endpoints/${endpoint()}/test`, {
      eventType: 'document_verification.completed',
    });
    const test = String(sent.body['id']);
    expect(await stateOf('delivery', test)).toBe('scheduled');
    await attempt(test, 'attempt', 200, 'succeed', 'succeeded');
    await setPolicy(3);
    const id = await delivered(500);
    const later = () => advance('1h');
    await attempt(id, 'attempt', 500, 'retry', 'retrying', () => advance('1m'));
    await attempt(id, 'attempt', 500, 'give-up', 'failed', later);
    await does('delivery', id, 'replay', 'failed');
    await attempt(id, 'attempt-replay', 500, 'give-up', 'failed');
    await does('delivery', id, 'replay', 'failed');
    await attempt(id, 'attempt-replay', 200, 'succeed', 'succeeded');
    await does('delivery', id, 'replay', 'succeeded');
    await attempt(id, 'attempt-replay', 500, 'keep-success', 'succeeded');
    await does('delivery', id, 'replay', 'succeeded');
    await ask('endpoint', endpoint(), 'pause');
    await step(settle, ['delivery', id, 'drop-replay', 'succeeded']);
    expect(await shownOf('delivery', id)).toMatchObject({ nextAttemptAt: null, attemptCount: 6 });
  });

  it('whose process dies during an attempt', async () => {
    const seen: string[] = [];
    let id = '';
    answer = async (delivery) => {
      id = delivery;
      seen.push(await stateOf('delivery', id));
      if (seen.length > 1) return 200;
      // Another process takes the job.
      const lost = { leaseOwner: null, leaseUntil: null };
      await service().sql.update(jobs).set(lost).where(eq(jobs.ref, id));
      return 500;
    };
    await order(service(), {});
    await settle();
    answer = async () => 200;
    expect(seen).toEqual(['delivering', 'delivering']);
    follows('delivery', 'interrupt', 'delivering', 'delivering');
    expect(await shownOf('delivery', id)).toMatchObject({
      status: 'succeeded',
      attempts: [{ state: 'interrupted' }, { state: 'succeeded' }],
    });
  });

  it('whose attempt the service cannot make', async () => {
    const { sql } = service();
    const id = await delivered(500);
    await sql.update(jobs).set({ failures: 3 }).where(eq(jobs.ref, id));
    await sql.execute(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    await sql.execute(`create trigger refuse before insert on webhook_attempts for each row
      when (new.state = 'started') execute function refuse()`);
    await step(() => advance('1m'), ['delivery', id, 'abandon', 'failed']);
    await sql.execute('drop function refuse cascade');
    expect(await shownOf('delivery', id)).toMatchObject({
      attempts: [{ responseStatus: 500 }, { error: { code: 'service_failed' } }],
    });
  });

  it('whose endpoint is paused and resumed', async () => {
    const ids = [await delivered(500), await delivered(500)] as const;
    const [one, other] = ids;
    const pause = () => ask('endpoint', endpoint(), 'pause');
    await step(pause, ['delivery', one, 'hold', 'held'], ['delivery', other, 'hold', 'held']);
    await ask('endpoint', endpoint(), 'resume');
    const released: string[] = [];
    answer = async (delivery) => {
      if (delivery === one) released.push(await stateOf('delivery', other));
      return 500;
    };
    await settle();
    answer = async () => 200;
    expect(released).toEqual(['scheduled']);
    follows('delivery', 'release', 'held', 'scheduled');
    await step(pause, ['delivery', one, 'hold', 'held']);
    const path = `/v1/webhook-endpoints/${endpoint()}/resume`;
    await service().call('POST', path, { discard: true });
    await step(settle, ['delivery', one, 'cancel', 'canceled']);
  });

  /** A delivery in each state. */
  async function inStates(): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for (const status of webhookDeliveries.status.enumValues) {
      const id = await delivered(200);
      const { sql } = service();
      await sql.update(webhookDeliveries).set({ status }).where(eq(webhookDeliveries.id, id));
      ids.set(status, id);
    }
    return ids;
  }

  it.each([
    ['hold', ['pause']],
    ['cancel', ['delete']],
    ['release', ['pause', 'resume']],
  ] as const)('in any other state, nothing: %s', async (action, calls) => {
    const ids = await inStates();
    const before = new Map<string, Json>();
    for (const call of calls) {
      for (const id of ids.values()) before.set(id, await shownOf('delivery', id));
      const path = `/v1/webhook-endpoints/${endpoint()}`;
      if (call === 'delete') await service().call('DELETE', path);
      else await ask('endpoint', endpoint(), call);
    }
    if (action === 'release') await settle();
    for (const id of ids.values()) {
      const was = before.get(id) ?? {};
      const { from }: Transition = deliveryStates.actions[action];
      // A delivery in flight ends first.
      const waits = was['status'] === 'delivering' || !from.includes(String(was['status']));
      const shown = await shownOf('delivery', id);
      if (waits) expect(shown).toEqual(was);
      else if (action !== 'release')
        follows('delivery', action, String(was['status']), String(shown['status']));
      if (['succeeded', 'failed', 'canceled'].includes(String(was['status']))) {
        expect(shown).toEqual(was);
      }
    }
  });
});

it('none is forgotten', () => {
  const all = named.flatMap(([name, { table }]) =>
    Object.keys(table).map((action) => `${name}: ${action}`),
  );
  expect([...done].sort()).toEqual(all.sort());
});
