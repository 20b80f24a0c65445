import { expect, it, onTestFinished } from 'vitest';
import { act, adjudicate, getAction, openAction } from '../test/support/adverse-actions.js';
import { invite } from '../test/support/invite.js';
import { order } from '../test/support/orders.js';
import { recordingReceiver } from '../test/support/recording-receiver.js';
import { checksOf, createCandidate, getReport, orderReport } from '../test/support/reports.js';
import { startTestService, type TestService } from '../test/support/service.js';

// A year in New York. Clocks go back on November 7, 2027 and November 5, 2028, and forward on March 12, 2028. February 2028 has 29
// days. Federal holidays that count below: Thanksgiving (November 25), Christmas (Saturday, so Friday, December 24) and New Year's
// Day (Saturday, so Friday, December 31). All times were calculated by hand.

const START = '2027-09-01T13:00:00.000Z';
const YEAR_END = '2028-11-30T00:00:00.000Z';

type Json = Readonly<Record<string, unknown>>;

/** Something that falls due. */
interface Due {
  readonly what: string;
  readonly begins: string;
  readonly ends: string;
  /** Begins it, and returns what shows its state. */
  readonly begin: (service: TestService) => Promise<() => Promise<unknown>>;
  /** The state until one millisecond before it ends. */
  readonly before: unknown;
  /** The state from its end on. */
  readonly after: unknown;
}

/** Makes the cases of one kind, over different spans of time. */
function kind(
  name: string,
  of: (ends: string, begins: string) => Pick<Due, 'begin' | 'before' | 'after'>,
): (what: string, begins: string, ends: string) => Due {
  return (what, begins, ends) => ({ what: `${name} ${what}`, begins, ends, ...of(ends, begins) });
}

const receiver = recordingReceiver();

async function start(): Promise<TestService> {
  const service = await startTestService(
    { clock: { mode: 'frozen', at: START } },
    { deliverTo: receiver.deliverTo },
  );
  onTestFinished(() => service.close());
  receiver.restart(service.description.endpoints[0]?.secret ?? '');
  return service;
}

const get = async ({ call }: TestService, path: string): Promise<Json> =>
  (await call('GET', path)).body;

const settle = ({ control }: TestService) => control('/clock', { settle: true });

const invitation = kind('an invitation', (ends) => ({
  async begin(service) {
    const { invitation: made } = await invite(service);
    expect.soft(made['expiresAt']).toBe(ends);
    return async () => (await get(service, `/v1/invitations/${made['id']}`))['status'];
  },
  before: 'pending',
  after: 'expired',
}));

const waitingPeriod = kind('the final notice', (ends) => ({
  async begin(service) {
    const { id } = await openAction(service);
    return async () => {
      const { stage, finalNoticeSentAt } = await getAction(service, id);
      return [stage, finalNoticeSentAt];
    };
  },
  before: ['pre-notice', null],
  after: ['final-notice', ends],
}));

const disputeDeadline = kind('day 30 of a dispute', (ends) => ({
  async begin(service) {
    const { id } = await openAction(service);
    await act(service, id, 'dispute', { statement: 'Not me.' });
    return async () => {
      const { status, dispute } = await getAction(service, id);
      return [status, Object(dispute).dueAt, Object(dispute).outcome];
    };
  },
  before: ['open', ends, null],
  // None of its grounds are left.
  after: ['canceled', ends, 'amended'],
}));

/** A document, and how long it is valid for a role. */
interface Credential {
  readonly slug: string;
  readonly validForDays?: number;
  readonly formData?: Json;
}

function credential(what: string, begins: string, ends: string, of: Credential): Due {
  const { slug, validForDays = null, formData = { holderName: 'Maria Ortiz' } } = of;
  return {
    what: `a credential ${what}`,
    begins,
    ends,
    async begin(service) {
      const requirements = [{ kind: 'document', slug, validForDays }];
      const role = await service.send('POST', '/v1/roles', { name: 'Sitter', requirements });
      const candidateId = await createCandidate(service);
      const onboarding = { candidateId, roleId: role['id'], workState: 'CA' };
      const { id } = await service.send('POST', '/v1/onboardings', onboarding);
      await service.send('POST', '/v1/document-verifications', {
        documentConfigSlug: slug,
        state: 'CA',
        integrationId: service.description.integrationId,
        candidateId,
        formData,
      });
      await settle(service);
      return async () => {
        const { status, requirements: items } = await get(service, `/v1/onboardings/${id}`);
        const [{ state, expiresAt }] = Object(items);
        return [status, state, expiresAt];
      };
    },
    before: ['complete', 'satisfied', ends],
    after: ['in_progress', 'expired', ends],
  };
}

const session = kind('a session', (ends) => ({
  async begin(service) {
    const { integrationId } = service.description;
    const made = await service.send('POST', '/v1/verification-sessions', { integrationId });
    expect.soft(made['expiresAt']).toBe(ends);
    const sessionId = String(made['id']);
    // Its license number is missing.
    const id = await order(service, { sessionId, formData: {} });
    const another = { documentConfigSlug: 'rn-license', state: 'CA', integrationId, sessionId };
    return async () => {
      const { status } = await get(service, `/v1/document-verifications/${id}`);
      const added = await service.call('POST', '/v1/document-verifications', another);
      return [status, added.status];
    };
  },
  before: ['PENDING', 201],
  after: ['FAILED', 409],
}));

const fileAddress = kind('the address of a file', () => ({
  async begin(service) {
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'a.pdf');
    const file = await service.send('POST', '/v1/files', form);
    const made = await service.send('POST', '/v1/document-verifications', {
      documentConfigSlug: 'tb-test',
      state: 'CA',
      integrationId: service.description.integrationId,
      formData: { holderName: 'Maria Ortiz' },
      fileIds: [file['id']],
    });
    await settle(service);
    const path = `/v1/document-verifications/${made['verificationId']}`;
    const [address] = Object((await get(service, path))['verificationFileUploads']);
    return async () => (await fetch(address)).status;
  },
  before: 200,
  after: 404,
}));

function overlap(what: string, begins: string, ends: string, overlapSeconds: number): Due {
  return {
    what: `the overlap of two secrets ${what}`,
    begins,
    ends,
    async begin(service) {
      const id = service.description.endpoints[0]?.id;
      const path = `/v1/webhook-endpoints/${id}/roll-secret`;
      const { secret } = await service.send('POST', path, { overlapSeconds });
      receiver.restart(String(secret));
      return async () => {
        await order(service, {});
        await settle(service);
        const signature = receiver.requests.at(-1)?.headers.get('service-signature') ?? '';
        return [receiver.events.length > 0, signature.match(/v1=/g)?.length];
      };
    },
    before: [true, 2],
    after: [true, 1],
  };
}

const idempotencyKey = kind('an idempotency key', (_ends, begins) => ({
  async begin({ call }) {
    const maria = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria.ortiz@example.com' };
    const headers = { 'idempotency-key': begins };
    const send = async () => (await call('POST', '/v1/candidates', maria, { headers })).body['id'];
    const first = await send();
    return async () => (await send()) === first;
  },
  before: true,
  after: false,
}));

const suspension = kind('a suspended report', (ends) => ({
  async begin(service) {
    const { id } = await orderReport(service, { lastName: 'Suspended' });
    await service.control('/clock', { advance: '1m' });
    return async () => {
      const report = await getReport(service, id);
      const ended = checksOf(report).filter(({ completedAt }) => completedAt === ends);
      return [report['status'], report['includesCanceled'], ended.length];
    };
  },
  before: ['suspended', false, 0],
  after: ['complete', true, 2],
}));

const autumn = 'over the change to standard time';
const spring = 'over the change to summer time';
const leapDay = 'over the leap day';

const dues: readonly Due[] = [
  // The seventh day is November 10, to its end at 04:59:59.999Z; it would be an hour earlier in summer time.
  invitation(autumn, '2027-11-03T14:00:00.000Z', '2027-11-11T04:59:59.999Z'),
  invitation(spring, '2028-03-08T15:00:00.000Z', '2028-03-16T03:59:59.999Z'),
  invitation(leapDay, '2028-02-23T15:00:00.000Z', '2028-03-02T04:59:59.999Z'),
  invitation(`${autumn} again`, '2028-11-02T14:00:00.000Z', '2028-11-10T04:59:59.999Z'),

  // Friday. November 22, 23, 24, 26 and 29 are the business days.
  waitingPeriod('over Thanksgiving', '2027-11-19T15:00:00.000Z', '2027-11-29T15:00:00.000Z'),
  // Thursday. December 27, 28, 29, 30 and January 3.
  waitingPeriod('over the new year', '2027-12-23T15:00:00.000Z', '2028-01-03T15:00:00.000Z'),
  waitingPeriod(leapDay, '2028-02-24T15:00:00.000Z', '2028-03-02T15:00:00.000Z'),
  waitingPeriod(spring, '2028-03-08T15:30:00.000Z', '2028-03-15T14:30:00.000Z'),
  // November 3 to 10: none of them is a holiday.
  waitingPeriod(autumn, '2027-11-03T14:30:00.000Z', '2027-11-10T15:30:00.000Z'),

  disputeDeadline(autumn, '2027-10-20T14:00:00.000Z', '2027-11-19T15:00:00.000Z'),
  disputeDeadline(
    `${leapDay} and ${spring}`,
    '2028-02-20T15:00:00.000Z',
    '2028-03-21T14:00:00.000Z',
  ),

  credential(`of 365 days, ${leapDay}`, '2027-10-01T14:00:00.000Z', '2028-09-30T14:00:00.000Z', {
    slug: 'tb-test',
    validForDays: 365,
  }),
  credential(`of 30 days, ${autumn}`, '2027-10-25T14:00:00.000Z', '2027-11-24T15:00:00.000Z', {
    slug: 'tb-test',
    validForDays: 30,
  }),
  credential(`of 30 days, ${spring}`, '2028-03-01T15:00:00.000Z', '2028-03-31T14:00:00.000Z', {
    slug: 'tb-test',
    validForDays: 30,
  }),
  credential('until the leap day', '2027-10-02T14:00:00.000Z', '2028-03-01T05:00:00.000Z', {
    slug: 'rn-license',
    formData: { licenseNumber: 'RN1234', expiresOn: '2028-02-29' },
  }),
  credential('until the short day', '2027-10-03T14:00:00.000Z', '2028-03-13T04:00:00.000Z', {
    slug: 'rn-license',
    formData: { licenseNumber: 'RN1234', expiresOn: '2028-03-12' },
  }),
  credential('until the long day', '2027-10-04T14:00:00.000Z', '2027-11-08T05:00:00.000Z', {
    slug: 'rn-license',
    formData: { licenseNumber: 'RN1234', expiresOn: '2027-11-07' },
  }),
  // The source says September 14, 2028.
  credential('for a year', '2027-09-15T13:00:00.000Z', '2028-09-15T04:00:00.000Z', {
    slug: 'rn-license',
    formData: { licenseNumber: 'RN1234' },
  }),

  // These are counted in hours, whatever the local time does.
  suspension(leapDay, '2028-02-28T14:00:00.000Z', '2028-03-29T14:01:00.000Z'),
  suspension(autumn, '2027-10-10T14:00:00.000Z', '2027-11-09T14:01:00.000Z'),
  session(autumn, '2027-11-05T15:00:00.000Z', '2027-11-12T15:00:00.000Z'),
  session(spring, '2028-03-07T15:00:00.000Z', '2028-03-14T15:00:00.000Z'),
  fileAddress(autumn, '2027-10-15T14:00:00.000Z', '2027-11-14T14:00:00.000Z'),
  fileAddress(leapDay, '2028-02-10T15:00:00.000Z', '2028-03-11T15:00:00.000Z'),
  overlap(autumn, '2027-11-04T12:00:00.000Z', '2027-11-11T12:00:00.000Z', 7 * 86_400),
  overlap(spring, '2028-03-11T18:00:00.000Z', '2028-03-12T18:00:00.000Z', 86_400),
  idempotencyKey(autumn, '2027-11-06T16:00:00.000Z', '2027-11-07T16:00:00.000Z'),
  idempotencyKey(spring, '2028-03-11T17:00:00.000Z', '2028-03-12T17:00:00.000Z'),
];

it('in a year, everything falls due at its time, and not a millisecond before', async () => {
  const service = await start();
  const probes = new Map<Due, () => Promise<unknown>>();
  const probe = async (due: Due) => [due.what, await probes.get(due)?.()];
  const moments = dues
    .flatMap((due) => [
      { at: due.begins, run: async () => probes.set(due, await due.begin(service)) },
      {
        at: new Date(Date.parse(due.ends) - 1).toISOString(),
        run: async () => expect.soft(await probe(due)).toEqual([due.what, due.before]),
      },
      {
        at: due.ends,
        run: async () => expect.soft(await probe(due)).toEqual([due.what, due.after]),
      },
    ])
    .sort((one, other) => one.at.localeCompare(other.at));
  for (const { at, run } of moments) {
    expect((await service.control('/clock', { to: at })).body).toMatchObject({
      now: at,
      limitReached: false,
    });
    await run();
  }
  await service.control('/clock', { to: YEAR_END });
  // An ended object stays ended.
  for (const due of dues.filter(({ what }) => !/session|secrets|key/.test(what))) {
    expect.soft(await probe(due)).toEqual([due.what, due.after]);
  }
});

/** Begins something of each kind that takes time. */
async function beginAll(service: TestService): Promise<void> {
  const { call, control } = service;
  await invite(service, { more: { expiresInDays: 90 } });
  await invite(service, { role: 'driver' });
  for (const lastName of ['Suspended', 'Slow', 'Canceled', 'Unverifiable']) {
    await orderReport(service, { lastName });
  }
  const considered: string[] = [];
  for (const lastName of ['Consider', 'Disputed', 'Consider']) {
    considered.push((await orderReport(service, { lastName })).id);
  }
  await control('/clock', { advance: '2h' });
  for (const [number, id] of considered.entries()) {
    const records = checksOf(await getReport(service, id)).flatMap(({ records: all }) =>
      Array.isArray(all) ? all : [],
    );
    const recordIds = records.map((record) => String(Object(record).id));
    const { body } = await adjudicate(service, { id }, { recordIds, waitingPeriodDays: 30 });
    const late = { at: '2028-08-01T00:00:00Z' };
    if (number === 2) await act(service, String(body['adverseActionId']), 'reschedule', late);
  }
  const { integrationId } = service.description;
  const sessionOf = await service.send('POST', '/v1/verification-sessions', { integrationId });
  await order(service, { sessionId: String(sessionOf['id']), formData: {} });
  for (const licenseNumber of ['RN1234', 'SBX-SLOW-1', 'SBX-RETRY-1', 'SBX-DOWN-1']) {
    await order(service, { licenseNumber });
  }
  await call('POST', `/v1/webhook-endpoints/${service.description.endpoints[0]?.id}/roll-secret`, {
    overlapSeconds: 604_800,
  });
}

const lists = [
  'candidates',
  'invitations',
  'reports',
  'adverse-actions',
  'document-verifications',
  'verification-sessions',
  'events',
  'webhook-deliveries',
];

it('a year in one step is a year in steps of a day', async () => {
  const days = 366;
  const runs = [];
  for (const steps of [['366d'], Array.from({ length: days }, () => '1d')]) {
    const service = await start();
    const { requests, failures } = receiver;
    // Two attempts of a delivery fail, and then all of another.
    failures.push(500, 503);
    await beginAll(service);
    failures.push(...Array.from({ length: 5 }, () => 500));
    for (const advance of steps) await service.control('/clock', { advance });
    const texts = await Promise.all(
      lists.map(async (path) => (await service.call('GET', `/v1/${path}?limit=100`)).text),
    );
    const outbox = await service.control('/outbox');
    runs.push({
      bodies: requests.map(({ body }) => body),
      // The port of the service is in the addresses of hosted pages.
      texts: [...texts, outbox.text].map((text) =>
        text.replaceAll(service.description.url, 'http://service'),
      ),
      now: (await service.control('/clock')).body,
    });
  }
  const [inOne, inMany] = runs;
  expect(inMany).toEqual(inOne);
  expect(inOne?.now).toMatchObject({ now: '2028-09-01T15:00:00.000Z' });
  // Of the objects that end within the year, none is open.
  expect(inOne?.bodies.length).toBeGreaterThan(10);
  expect(inOne?.texts.join()).not.toMatch(/"status":"(open|pending|opened|suspended|in_progress)"/);
});
