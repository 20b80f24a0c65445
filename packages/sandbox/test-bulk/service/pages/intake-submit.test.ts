import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { documentVerifications, packages } from '../../../src/service/db/schema/index.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import { plainBrowser } from '../../../test/support/plain-browser.js';
import { startTestService } from '../../../test/support/service.js';
import { serviceWithReceiver } from '../../../test/support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();
const browser = () => plainBrowser(service().description.url);
const get = async (path: string) => (await service().call('GET', path)).body;

describe('with the last page', () => {
  it('candidate, invitation, report and verifications are made at once', async () => {
    const { candidate, invitation, url } = await invite(service(), {
      candidate: { externalId: 'clinician-1' },
    });
    const review = await fillIn(service(), url);
    await service().control('/clock', { advance: '2h' });
    const at = '2026-01-01T02:00:00.000Z';
    expect(await browser().submit(review)).toMatchObject({ heading: 'Thank you', status: 200 });

    expect(await get(`/v1/candidates/${candidate['id']}`)).toEqual({
      ...candidate,
      ...identity,
      workState: 'CA',
      roleId: invitation['roleId'],
      status: 'completed',
      submittedAt: at,
      authorization: { source: 'hosted', at: '2026-01-01T00:00:00.000Z' },
      updatedAt: at,
    });
    const completed = await get(`/v1/invitations/${invitation['id']}`);
    expect(completed).toEqual({
      ...invitation,
      status: 'completed',
      openedAt: '2026-01-01T00:00:00.000Z',
      completedAt: at,
      reportId: expect.any(String),
      updatedAt: at,
    });
    const reports = await service().sql.query.reports.findMany();
    expect(reports).toMatchObject([
      {
        id: completed['reportId'],
        candidateId: candidate['id'],
        packageId: invitation['packageId'],
        workState: 'CA',
        invitationId: invitation['id'],
      },
    ]);
    const records = await service().list('/v1/document-verifications?externalId=clinician-1');
    expect(records.map((one) => [one['documentConfigSlug'], one['state']])).toEqual([
      ['rn-license', 'CA'],
      ['cpr-card', 'CA'],
      ['tb-test', 'CA'],
    ]);
    const stored = await service().sql.select().from(documentVerifications);
    expect(new Set(stored.map(({ candidateId }) => candidateId))).toEqual(
      new Set([candidate['id']]),
    );
  });

  it('the webhooks of the documents arrive, with their files', async () => {
    const { candidate, url } = await invite(service());
    await fillIn(service(), url);
    const page = await browser().open(`${url}/documents/cpr-card`);
    const files = [{ name: 'a.pdf', content: '%PDF-1.7\n' }];
    const review = await browser().submit(page, { files });
    await browser().submit(review);
    await service().control('/clock', { settle: true });
    expect(receiver.events.map(({ type, data }) => [type, Object(data).externalId])).toEqual([
      ['document_verification.completed', candidate['id']],
      ['document_verification.recorded', candidate['id']],
      ['document_verification.recorded', candidate['id']],
    ]);
    const [file] = Object(receiver.events[1]?.data).verificationFileUploads;
    expect(await (await fetch(file)).text()).toBe('%PDF-1.7\n');
    expect(Object(receiver.events[1]?.data)).toMatchObject({
      documentConfigSlug: 'cpr-card',
      formData: { holderName: 'Maria Ortiz' },
    });
  });

  it('pressed twice, or in two tabs at once, one report is ordered', async () => {
    const { url } = await invite(service());
    const review = await fillIn(service(), url);
    const ends = await Promise.all([
      browser().submit(review),
      browser().submit(review),
      browser().submit(review),
    ]);
    ends.push(await browser().submit(review));
    expect(ends.map(({ heading, path }) => [heading, path.split('/').at(-1)])).toEqual(
      ends.map(() => ['Thank you', 'done']),
    );
    expect(await service().sql.query.reports.findMany()).toHaveLength(1);
    expect(await service().list('/v1/document-verifications')).toHaveLength(3);
  });

  it('nothing is left to expire', async () => {
    const { invitation, url } = await invite(service());
    await browser().submit(await fillIn(service(), url));
    const jobs = await service().sql.query.jobs.findMany();
    expect(jobs.filter(({ kind }) => kind === 'invitation_expiry')).toEqual([]);
    await service().control('/clock', { advance: '30d' });
    expect(await get(`/v1/invitations/${invitation['id']}`)).toMatchObject({ status: 'completed' });
  });
});

describe('what cannot be ordered any more', () => {
  it.each([
    [
      'an archived package',
      (packageId: string) =>
        service().sql.update(packages).set({ archived: true }).where(eq(packages.id, packageId)),
      (packageId: string) =>
        service().sql.update(packages).set({ archived: false }).where(eq(packages.id, packageId)),
    ],
  ])('leaves nothing half done: %s', async (_what, forbid, allow) => {
    const { candidate, invitation, url } = await invite(service());
    const review = await fillIn(service(), url);
    const before = await Promise.all([
      get(`/v1/candidates/${candidate['id']}`),
      get(`/v1/invitations/${invitation['id']}`),
    ]);
    await forbid(String(invitation['packageId']));
    const refused = await browser().submit(review);
    expect(refused).toMatchObject({
      status: 409,
      heading: 'This cannot be completed at the moment',
    });
    expect(
      await Promise.all([
        get(`/v1/candidates/${candidate['id']}`),
        get(`/v1/invitations/${invitation['id']}`),
      ]),
    ).toEqual(before);
    expect(await service().list('/v1/document-verifications')).toEqual([]);
    await allow(String(invitation['packageId']));
    expect(await browser().submit(review)).toMatchObject({ heading: 'Thank you' });
  });

  it('an archived integration takes no documents, and so no report is ordered', async () => {
    const { url } = await invite(service());
    const review = await fillIn(service(), url);
    await service().call('DELETE', `/v1/integrations/${service().description.integrationId}`);
    expect(await browser().submit(review)).toMatchObject({ status: 409 });
    expect(await service().sql.query.reports.findMany()).toEqual([]);
  });
});

it('who has completed one intake can be invited to another', async () => {
  const { candidate, invitation, url } = await invite(service());
  await browser().submit(await fillIn(service(), url));
  const { roleId, candidateId, workState } = invitation;
  const body = { roleId, candidateId, workState };
  const again = await service().call('POST', '/v1/invitations', body);
  expect(again.status).toBe(201);
  const status = async () => (await get(`/v1/candidates/${candidate['id']}`))['status'];
  expect(await status()).toBe('invited');
  const second = String(again.body['intakeUrl']);
  expect((await browser().open(`${second}/identity`)).values).toMatchObject(identity);
  await browser().submit(await fillIn(service(), second));
  expect(await status()).toBe('completed');
  expect(await service().sql.query.reports.findMany()).toHaveLength(2);
});

it('two intakes of a candidate do not disturb each other', async () => {
  const { candidate, url } = await invite(service());
  const review = await fillIn(service(), url);
  const { sql, call } = service();
  const driver = await sql.query.roles.findFirst({ where: (t) => eq(t.slug, 'driver') });
  const body = { candidateId: candidate['id'], roleId: driver?.id, workState: 'NY' };
  const second = String((await call('POST', '/v1/invitations', body)).body['intakeUrl']);
  const last = await fillIn(service(), second);
  for (const page of [review, last]) {
    expect(await browser().submit(page)).toMatchObject({ heading: 'Thank you' });
    expect(await get(`/v1/candidates/${candidate['id']}`)).toMatchObject({
      status: 'completed',
      workState: 'CA',
    });
  }
});

it('candidate.completed is emitted where coming events are, with the candidate as the API shows them', async () => {
  const preview = await startTestService({ previewEvents: true });
  try {
    const { candidate, url } = await invite(preview);
    const review = await fillIn(preview, url);
    await plainBrowser(preview.description.url).submit(review);
    const [event] = await preview.list('/v1/events?type=candidate.completed');
    const { body } = await preview.call('GET', `/v1/candidates/${candidate['id']}`);
    expect(event).toMatchObject({ integrationId: null, test: false });
    expect(event?.['data']).toEqual(body);
  } finally {
    await preview.close();
  }
});

it('a test delivery of candidate.completed has the fields of a candidate', async () => {
  const { call, list } = service();
  const { candidate } = await invite(service());
  const body = { url: 'http://localhost:9/', owner: 'account' };
  const { body: endpoint } = await call('POST', '/v1/webhook-endpoints', body);
  const eventType = 'candidate.completed';
  await call('POST', `/v1/webhook-endpoints/${endpoint['id']}/test`, { eventType });
  const [event] = await list(`/v1/events?type=${eventType}`);
  expect(Object.keys(Object(event?.['data']))).toEqual(Object.keys(candidate));
});
