import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runRecovery } from '../src/service/capabilities/webhooks/deliveries/replay-deliveries.js';
import { emitEvent } from '../src/service/capabilities/webhooks/index.js';
import {
  adverseActions,
  apiKeys,
  bulkImports,
  candidates,
  documentVerifications,
  integrations,
  jobs,
  outboxMessages,
  reports,
  webhookDeliveries,
} from '../src/service/db/schema/index.js';
import { commandRunner } from '../src/service/kernel/command.js';
import { randomIdentity } from '../src/service/kernel/identity.js';
import { act, getAction, openAction, storedReport } from '../test/support/adverse-actions.js';
import { fillIn, invite } from '../test/support/invite.js';
import { createDocument, enterLicense, openSession } from '../test/support/open-session.js';
import { createEndpoint } from '../test/support/orders.js';
import { plainBrowser, type ShownPage } from '../test/support/plain-browser.js';
import { provision } from '../test/support/provision.js';
import { createCandidate, packageOf } from '../test/support/reports.js';
import { describeWithPostgres } from '../test/support/scratch-postgres.js';
import type { TestService } from '../test/support/service.js';
import { sharedDatabase } from '../test/support/shared-database.js';
import { uploadRoster } from '../test/support/upload-roster.js';

// Calls that reach two processes at the same time. With PGlite, which has one connection, there are no races.

const ROUNDS = 4;
/** The maximum time from the commit of a command to its answer. */
const WAY_BACK_MS = 5000;
const START = '2026-01-01T00:00:00.000Z';

/** Two processes with the controls, on a frozen clock. */
async function twoProcesses() {
  const { sql: db, start } = await sharedDatabase();
  const clock = { mode: 'frozen', at: START } as const;
  const first = await start({ clock }, { controls: true });
  const second = await start({}, { controls: true });
  return { db, first, second, either: (number: number) => (number % 2 === 0 ? first : second) };
}

/** Moves the clock. Retries while another process holds it. */
async function moveClock({ control }: TestService, move: object): Promise<void> {
  for (;;) {
    const { status, body, text } = await control('/clock', move);
    if (status === 200) return;
    if (body['code'] !== 'clock_held') throw new Error(text);
  }
}

/** The number of answers with each status. */
function statuses(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const roster = `first_name,last_name,email,role,work_state,cna_certification_number,tb_test_number
${['maria', 'leo', 'ana'].map((name) => `${name},Ortiz,${name}@example.com,certified-nursing-assistant,CA,CNA1,TB1`).join('\n')}
`;

describeWithPostgres('at the same time', () => {
  it('five final notices: one is sent', async () => {
    const { db, first, either } = await twoProcesses();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, report } = await openAction(first);
      await act(first, id, 'reschedule', { at: null });
      await moveClock(first, { advance: '30d' });
      const before = await db.$count(outboxMessages);
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, number) => act(either(number), id, 'final-notice')),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 4 });
      expect(await db.$count(outboxMessages)).toBe(before + 1);
      expect(await getAction(first, id)).toMatchObject({ status: 'completed' });
      expect((await storedReport(first, report)).adjudication).toBe('post_adverse_action');
    }
  });

  it('the button of a session page in five tabs, and a call of the API: one submits', async () => {
    const { db, first, either } = await twoProcesses();
    const press = (page: ShownPage, number: number) =>
      plainBrowser(either(number).description.url).submit(page);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, url } = await openSession(first, 'rn-license');
      const review = await enterLicense(first, url);
      const shown = await Promise.all([0, 1, 2, 3, 4].map((number) => press(review, number)));
      expect(statuses(shown)).toEqual({ 200: 5 });
      const ofSession = eq(documentVerifications.sessionId, id);
      expect(await db.$count(documentVerifications, ofSession)).toBe(1);

      const pending = await createDocument(first, {});
      const path = `/v1/verification-sessions/${pending['sessionId']}`;
      const form = `${(await first.call('GET', path)).body['url']}/rn-license/enter`;
      const browser = plainBrowser(first.description.url);
      const ready = await browser.submit(await browser.open(form), {
        'field.licenseNumber': 'PAGE-1',
      });
      const submit = `/v1/document-verifications/${pending['verificationId']}/submit`;
      const [page, api] = await Promise.all([
        press(ready, 1),
        first.call('POST', submit, { formData: { licenseNumber: 'API-1' } }),
      ]);
      expect(page.status).toBe(200);
      expect([200, 409]).toContain(api.status);
      const { body } = await first.call('GET', submit.replace('/submit', ''));
      expect(body['formData']).toMatchObject({
        licenseNumber: api.status === 200 ? 'API-1' : 'PAGE-1',
      });
    }
  });

  it('two recoveries of missing events, and an event that is emitted: each is delivered once', async () => {
    const { sql: db, transact, start } = await sharedDatabase();
    const first = await start({ clock: { mode: 'frozen', at: START } }, { controls: true });
    const type = 'document_verification.completed';
    await first.control('/trigger', { type, count: 3 });
    const { id } = await createEndpoint(first, 'http://localhost:9/');
    const body = { since: START, include: 'missing' };
    await first.send('POST', `/v1/webhook-endpoints/${id}/recover`, body);
    const [job] = await db.select().from(jobs).where(eq(jobs.ref, id));
    if (!job) throw new Error('The endpoint has no job.');
    const urls = { origin: '', file: () => '', hosted: () => '' };
    const runCommand = commandRunner(transact, randomIdentity(), urls);
    const deliveries = () => db.$count(webhookDeliveries);
    let other: Promise<unknown> | undefined;
    await runCommand(async (one) => {
      await runRecovery(one, job);
      other = runCommand((two) => runRecovery(two, job));
      const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => db.$count(waiting), { timeout: 60_000 }).toBe(1);
      expect(await deliveries()).toBe(0);
    });
    await other;
    expect(await deliveries()).toBe(3);

    const [event = { tenantId: '', integrationId: '' }] = await db.select().from(webhookDeliveries);
    await runCommand(async (emitting) => {
      const of = { ...event, type, subjectId: 'dv_1', data: {}, related: async () => ({}) };
      await emitEvent(emitting, of);
      // The recovery neither waits for the event nor sees it.
      await runCommand((command) => runRecovery(command, job));
      expect(await deliveries()).toBe(3);
    });
    await runCommand((command) => runRecovery(command, job));
    expect(await deliveries()).toBe(4);
  });

  it('a dispute and the final notice that is due: either comes first', async () => {
    const { db, first, second } = await twoProcesses();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, report } = await openAction(first);
      const moving = moveClock(first, { advance: '30d' });
      const disputing = act(second, id, 'dispute', { statement: 'Not me.' });
      const [disputed] = await Promise.all([disputing, moving]);
      const action = await getAction(first, id);
      const { status, adjudication } = await storedReport(first, report);
      if (disputed.status === 200) {
        // The 30 days of the dispute may also be over, if it was filed before the clock moved.
        expect(action).toMatchObject({ stage: 'dispute', finalNoticeSentAt: null });
        const isOpen = Object(action['dispute']).resolvedAt === null;
        expect([status, isOpen]).toEqual([isOpen ? 'disputed' : 'complete', isOpen]);
      } else {
        expect(disputed.status).toBe(409);
        expect(action).toMatchObject({ stage: 'final-notice', dispute: null });
        expect([status, adjudication]).toEqual(['complete', 'post_adverse_action']);
        expect(await db.$count(jobs, eq(jobs.ref, id))).toBe(0);
      }
    }
  });

  it('a decision to engage, a dispute and a cancellation: the report and the action agree', async () => {
    const { first, second } = await twoProcesses();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, report } = await openAction(first);
      const answers = await Promise.all([
        first.call('POST', `/v1/reports/${report.id}/adjudicate`, { decision: 'engage' }),
        act(second, id, 'dispute', { statement: 'Not me.' }),
        act(first, id, 'cancel'),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const action = await getAction(first, id);
      const { status, adjudication } = await storedReport(first, report);
      const isOpen = action['status'] === 'open';
      expect(status).toBe(isOpen ? 'disputed' : 'complete');
      expect(adjudication === 'pre_adverse_action').toBe(isOpen);
    }
  });

  it('five adverse actions on one report: one begins', async () => {
    const { db, first, either } = await twoProcesses();
    const { id, report } = await openAction(first);
    await act(first, id, 'cancel');
    const order = { decision: 'adverse_action', recordIds: report.recordIds };
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        either(number).call('POST', `/v1/reports/${report.id}/adjudicate`, order),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 4 });
    expect(await db.$count(adverseActions)).toBe(2);
  });

  it('the last page of an intake, sent four times: one report is ordered', async () => {
    const { db, first, second } = await twoProcesses();
    for (let round = 0; round < 3; round += 1) {
      const { url, invitation } = await invite(first);
      const review = await fillIn(first, url);
      const pages = await Promise.all(
        [first, second, first, second].map(({ description }) =>
          plainBrowser(description.localUrl ?? description.url).submit(review),
        ),
      );
      expect(pages.map(({ status, heading }) => [status, heading])).toEqual(
        pages.map(() => [200, 'Thank you']),
      );
      const ofInvitation = eq(reports.invitationId, String(invitation['id']));
      expect(await db.$count(reports, ofInvitation)).toBe(1);
    }
  });

  it('the last page of an intake and its cancellation: either comes first', async () => {
    const { db, first, second } = await twoProcesses();
    for (let round = 0; round < 3; round += 1) {
      const { url, invitation } = await invite(first);
      const review = await fillIn(first, url);
      const path = `/v1/invitations/${invitation['id']}`;
      const [page, canceled] = await Promise.all([
        plainBrowser(first.description.localUrl ?? first.description.url).submit(review),
        second.call('POST', `${path}/cancel`),
      ]);
      const { status, reportId } = (await first.call('GET', path)).body;
      const isCanceled = canceled.status === 200;
      expect([canceled.status, page.status, status]).toEqual(
        isCanceled ? [200, 410, 'canceled'] : [409, 200, 'completed'],
      );
      expect(reportId === null).toBe(isCanceled);
      const ofInvitation = eq(reports.invitationId, String(invitation['id']));
      expect(await db.$count(reports, ofInvitation)).toBe(isCanceled ? 0 : 1);
    }
  });

  it('five commits of an import: one is made', async () => {
    const { db, first, either } = await twoProcesses();
    const body = await uploadRoster(first, roster);
    await moveClock(first, { settle: true });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        either(number).call('POST', `/v1/bulk-imports/${body['id']}/commit`),
      ),
    );
    expect(statuses(answers)).toEqual({ 202: 1, 409: 4 });
    await moveClock(first, { settle: true });
    expect(await db.select({ status: bulkImports.status }).from(bulkImports)).toEqual([
      { status: 'committed' },
    ]);
    expect(await db.$count(candidates)).toBe(3);
    expect(await first.list('/v1/onboardings')).toHaveLength(3);
  });

  it('two imports of the same people, committed: they are made once', async () => {
    const { db, first, second } = await twoProcesses();
    await moveClock(first, { mode: 'real' });
    const imports = await Promise.all([first, second].map((one) => uploadRoster(one, roster)));
    const paths = imports.map(({ id }) => `/v1/bulk-imports/${id}`);
    const bothAre = (status: string) =>
      expect
        .poll(
          async () =>
            Promise.all(paths.map(async (at) => (await first.call('GET', at)).body['status'])),
          { timeout: 60_000 },
        )
        .toEqual([status, status]);
    await bothAre('validated');
    await Promise.all(
      paths.map((at, number) => [first, second][number]?.call('POST', `${at}/commit`)),
    );
    await bothAre('committed');
    expect(await db.$count(candidates)).toBe(3);
    expect(await first.list('/v1/onboardings')).toHaveLength(3);
  });

  it('an archive of the integration while an import is committed: no verification starts', async () => {
    const { db, first } = await twoProcesses();
    const body = await uploadRoster(first, roster);
    const path = `/v1/bulk-imports/${body['id']}`;
    await moveClock(first, { settle: true });
    let committing: Promise<unknown> | undefined;
    await db.transaction(async (archive) => {
      await archive.update(integrations).set({ status: 'archived' });
      await first.call('POST', `${path}/commit`);
      committing = moveClock(first, { settle: true });
      const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => db.$count(waiting), { timeout: 60_000 }).toBe(1);
    });
    await committing;
    expect((await first.call('GET', path)).body['status']).toBe('committed');
    expect(await db.$count(documentVerifications)).toBe(0);
  });

  it('an archive of a candidate and an order of a report: either comes first', async () => {
    const { first, second } = await twoProcesses();
    const packageId = await packageOf(first.sql, 'essential');
    for (let round = 0; round < ROUNDS; round += 1) {
      const candidateId = await createCandidate(first);
      const [ordered, archived] = await Promise.all([
        first.call('POST', '/v1/reports', { candidateId, packageId, workState: 'CA' }),
        second.call('DELETE', `/v1/candidates/${candidateId}`),
      ]);
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual([ordered.status, archived.status]);
      const { status } = (await first.call('GET', `/v1/candidates/${candidateId}`)).body;
      expect(status === 'archived').toBe(archived.status === 200);
      expect(await first.list(`/v1/reports?candidateId=${candidateId}`)).toHaveLength(
        ordered.status === 201 ? 1 : 0,
      );
    }
  });

  it('five invitations of a candidate to one role: one is made', async () => {
    const { first, either } = await twoProcesses();
    const { candidate, invitation } = await invite(first);
    await first.call('POST', `/v1/invitations/${invitation['id']}/cancel`);
    const order = { candidateId: candidate['id'], roleId: invitation['roleId'], workState: 'CA' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        either(number).call('POST', '/v1/invitations', order),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 4 });
  });

  it('the close of a tenant and a new key of it: no key works afterwards', async () => {
    const { db, first, second } = await twoProcesses();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { tenantId, key } = await provision(first);
      const [created, closed] = await Promise.all([
        second.call('POST', '/v1/api-keys', { label: 'New', scope: 'full_access' }, { key }),
        first.call('POST', `/v1/partner/tenants/${tenantId}/close`),
      ]);
      expect(closed.status).toBe(200);
      expect([201, 401, 409]).toContain(created.status);
      for (const one of [key, String(created.body['key'])]) {
        expect((await first.call('GET', '/v1/account', undefined, { key: one })).status).toBe(401);
      }
      const ofTenant = eq(apiKeys.tenantId, tenantId);
      expect(await db.$count(apiKeys, ofTenant)).toBe(created.status === 201 ? 2 : 1);
    }
  });

  it('the close of a tenant and orders of it: none is accepted after the close, and none stays open', async () => {
    const { db, first, second, either } = await twoProcesses();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { tenantId, key, integrationId } = await provision(first);
      const order = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
      let closedAt = Number.POSITIVE_INFINITY;
      const close = async () => {
        const closed = await second.call('POST', `/v1/partner/tenants/${tenantId}/close`);
        closedAt = performance.now();
        return closed.status;
      };
      // Each order is sent before the close has answered, and may end after it.
      const orders = Array.from({ length: 12 }, async (_, number) => {
        const { status } = await either(number).call('POST', '/v1/document-verifications', order, {
          key,
        });
        return { status, at: performance.now() };
      });
      const ended = close();
      const answers = await Promise.all(orders);
      expect(await ended).toBe(200);
      for (const { status } of answers) expect([201, 401, 409]).toContain(status);
      const created = answers.filter(({ status }) => status === 201);
      // The close waits for orders that began before it.
      for (const { at } of created) expect(at - closedAt).toBeLessThan(WAY_BACK_MS);
      const ofTenant = eq(documentVerifications.tenantId, tenantId);
      expect(await db.$count(documentVerifications, ofTenant)).toBe(created.length);
      await moveClock(first, { settle: true });
      const { status } = documentVerifications;
      const isPending = eq(status, 'PENDING');
      expect(await db.$count(documentVerifications, and(ofTenant, isPending))).toBe(0);
      expect(await db.$count(jobs)).toBe(0);
    }
  });

  it('five changes of the account: each is made', async () => {
    const { first, either } = await twoProcesses();
    const before = await first.send('GET', '/v1/account');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        either(number).call('PATCH', '/v1/account', { name: `Lakeside ${number}` }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 5 });
    expect((await first.send('GET', '/v1/account'))['name']).not.toBe(before['name']);
  });
});

describeWithPostgres('work that is about to end', () => {
  // A job deletes its own row and then waits for its object. A command that has locked the object must not wait for the job.
  it.each([
    ['a final notice', 'final-notice', undefined],
    ['a dispute', 'dispute', { statement: 'Not me.' }],
    ['a new time', 'reschedule', { at: null }],
    ['a cancellation', 'cancel', undefined],
  ])('does not hold up %s', async (_what, action, body) => {
    const { sql: db, start } = await sharedDatabase();
    const first = await start({ clock: { mode: 'frozen', at: START } }, { controls: true });
    const { id, report } = await openAction(first);
    if (action === 'final-notice') {
      // The waiting period is over, and the service will send the notice later.
      await act(first, id, 'reschedule', { at: '2026-06-01T00:00:00Z' });
      await moveClock(first, { to: '2026-02-01T00:00:00Z' });
    }
    await db.transaction(async (job) => {
      await job.delete(jobs).where(eq(jobs.ref, id));
      expect(await act(first, id, action, body)).toMatchObject({ status: 200 });
      await job.execute(
        sql`select 1 from ${reports} where ${eq(reports.id, report.id)} for update`,
      );
    });
  });
});
