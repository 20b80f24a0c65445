import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { integrations, packages, reports, roles } from '../../../../src/service/db/schema/index.js';
import { invite } from '../../../support/invite.js';
import { addKey } from '../../../support/keys.js';
import { maria } from '../../../support/maria.js';
import { conflict, invalid, problem } from '../../../support/problems.js';
import { roleOf } from '../../../support/role-of.js';
import { sharedService } from '../../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const PATH = '/v1/invitations';

/** The request to invite a new candidate. */
async function order(more: Json = {}, role = 'registered-nurse') {
  const { body } = await service().call('POST', '/v1/candidates', maria);
  const { id } = await roleOf(service().sql, role);
  return { candidateId: body['id'], roleId: id, workState: 'CA', ...more };
}

const post = (body: Json, key?: string) =>
  service().call('POST', PATH, body, key === undefined ? {} : { key });
const archived = conflict('archived');
const outbox = async () => (await service().control('/outbox')).body['data'];

describe('the orders of an invitation', () => {
  it('every unknown id is named at once', async () => {
    const ids = { candidateId: 'a', roleId: 'b', packageId: 'c', integrationId: 'd' };
    expect(await post(await order(ids))).toMatchObject(
      invalid(...Object.keys(ids).map((param) => ({ param, code: 'unknown' }))),
    );
  });
  it('a wrong field is named', async () => {
    const valid = await order();
    for (const more of [
      { expiresInDays: 0 },
      { expiresInDays: 91 },
      { expiresInDays: 1.5 },
      { workState: 'ZZ' },
      { redirectUrl: 'javascript:alert(1)' },
      { redirectUrl: 'https://user:pass@facility.example/' },
      { redirectUrl: 'https://user@facility.example/' },
      { redirectUrl: '//facility.example/' },
      { redirectUrl: 'https:\n//facility.example/' },
      { redirectUrl: 'https://facility.example/\u202e' },
    ]) {
      const [param = ''] = Object.keys(more);
      expect(await post({ ...valid, ...more }), JSON.stringify(more)).toMatchObject(
        invalid({ param }),
      );
    }
  });

  it('the package is that of the role, unless another is named', async () => {
    const driver = await roleOf(service().sql, 'driver');
    const { body } = await post(await order({ packageId: driver.packageId }));
    expect(body['packageId']).toBe(driver.packageId);
    const { id } = await roleOf(service().sql, 'registered-nurse');
    await service().sql.update(roles).set({ packageId: null }).where(eq(roles.id, id));
    const without = { ...(await order({}, 'driver')), roleId: id };
    expect(await post(without)).toMatchObject(invalid({ param: 'packageId', code: 'required' }));
    expect(await post({ ...without, packageId: driver.packageId })).toMatchObject({ status: 201 });
  });

  it('the integration is that of the key, or else the oldest active one', async () => {
    const { call, description, sql: db } = service();
    const { body: second } = await call('POST', '/v1/integrations', { name: 'Second' });
    const integrationId = String(second['id']);
    const key = await addKey(db, { tenantId: 'acct', integrationId });
    expect((await post(await order())).body['integrationId']).toBe(description.integrationId);
    expect((await post(await order(), key)).body['integrationId']).toBe(integrationId);
    await call('DELETE', `/v1/integrations/${description.integrationId}`);
    expect((await post(await order())).body['integrationId']).toBe(integrationId);
    const named = await order({ integrationId: description.integrationId });
    expect(await post(named)).toMatchObject(archived);
  });

  it('without an integration, only a role without documents can be invited to', async () => {
    const db = service().sql;
    await db.update(integrations).set({ status: 'archived' });
    expect(await post(await order())).toMatchObject(
      invalid({ param: 'integrationId', code: 'required' }),
    );
    const { id } = await roleOf(db, 'registered-nurse');
    const requirements = [
      { kind: 'check', slug: 'national-criminal', required: true },
      { kind: 'document', slug: 'rn-license', required: true, states: ['NY'] },
    ] as const;
    await db.update(roles).set({ requirements }).where(eq(roles.id, id));
    expect(await post(await order({ workState: 'NY' }))).toMatchObject(
      invalid({ param: 'integrationId', code: 'required' }),
    );
    expect(await post(await order())).toMatchObject({
      status: 201,
      body: { integrationId: null },
    });
  });

  it('neither its role nor its package may be archived', async () => {
    const db = service().sql;
    const valid = await order();
    for (const table of [packages, roles]) {
      await db.update(table).set({ archived: true });
      expect(await post(valid)).toMatchObject(archived);
      await db.update(table).set({ archived: false });
    }
    expect(await post(valid)).toMatchObject({ status: 201 });
  });
});

describe('a second invitation', () => {
  const duplicate = problem(409, 'duplicate_resource');

  it('to the same role is refused while the first is open, and one to another role is made', async () => {
    const first = await order();
    const { body } = await post(first);
    expect(await post(first)).toMatchObject(duplicate);
    await fetch(String(body['intakeUrl']));
    expect(await post(first)).toMatchObject(duplicate);
    await service().call('POST', `${PATH}/${body['id']}/cancel`);
    const { id: roleId } = await roleOf(service().sql, 'driver');
    expect(await post({ ...first, roleId })).toMatchObject({ status: 201 });
    const { body: candidate } = await service().call('GET', `/v1/candidates/${first.candidateId}`);
    expect(candidate).toMatchObject({ status: 'invited', roleId });
    expect(await post(first)).toMatchObject({ status: 201 });
    await service().control('/clock', { advance: '8d' });
    expect(await post(first)).toMatchObject({ status: 201 });
  });

  it('of many at the same time, one is made', async () => {
    const first = await order();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('the mail', () => {
  it('says that it is synthetic, and has the name, the link and the day of the end', async () => {
    const { url } = await invite(service(), { more: { expiresInDays: 1 } });
    const mails = await outbox();
    expect(mails).toMatchObject([
      {
        tenantId: 'acct',
        to: maria.email,
        subject: 'Sandbox account invites you to complete your background check',
      },
    ]);
    const [{ text }] = Object(mails);
    expect(text).toContain(`\n${url}\n`);
    expect(text).toMatch(/^SYNTHETIC: .* no legal effect\.\n\nHello Maria Ortiz,\n/);
    expect(text).toContain('by the end of January 1, 2026 (America/New_York)');
  });

  it.each([
    ['https://evil.example/', 'Hello,'],
    ['evil.example', 'Hello,'],
    ['Win\nNow', 'Hello,'],
    ['José J. O’Neil-Núñez', 'Hello José J. O’Neil-Núñez Ortiz,'],
  ])('to %j begins with %j', async (firstName, greeting) => {
    await invite(service(), { candidate: { firstName } });
    const [{ text }] = Object(await outbox());
    expect(text.split('\n')[2]).toBe(greeting);
  });

  it('is not sent where the caller sends it, and is sent again with the same address', async () => {
    const { invitation, url } = await invite(service(), { more: { sendEmail: false } });
    expect(await outbox()).toEqual([]);
    await service().control('/clock', { advance: '6d' });
    const resend = () => service().send('POST', `${PATH}/${invitation['id']}/resend`);
    expect(await resend()).toEqual(invitation);
    const email = 'new@example.com';
    await service().call('PATCH', `/v1/candidates/${invitation['candidateId']}`, { email });
    await resend();
    const text = expect.stringContaining(url);
    // The mail goes to the candidate's current address.
    expect(await outbox()).toMatchObject([
      { to: email, text },
      { to: maria.email, text },
    ]);
  });
});

describe('an end', () => {
  it('by a cancelation leaves the candidate as they were', async () => {
    const { candidate, invitation } = await invite(service());
    await service().control('/clock', { advance: '1h' });
    const at = '2026-01-01T01:00:00.000Z';
    const path = `${PATH}/${invitation['id']}`;
    const canceled = { ...invitation, status: 'canceled', canceledAt: at, updatedAt: at };
    expect((await service().call('POST', `${path}/cancel`)).body).toEqual(canceled);
    await service().control('/clock', { advance: '30d' });
    expect((await service().call('GET', path)).body).toEqual(canceled);
    const { body } = await service().call('GET', `/v1/candidates/${candidate['id']}`);
    expect(body['status']).toBe('invited');
  });

  it('comes with the archive of the candidate, which an open report forbids', async () => {
    const { candidate, invitation } = await invite(service());
    const db = service().sql;
    await db.insert(reports).values({
      id: 'rpt_1',
      tenantId: 'acct',
      candidateId: String(candidate['id']),
      packageId: String(invitation['packageId']),
      workState: 'CA',
      status: 'disputed',
      includesCanceled: false,
      priceCents: 1,
      priceSource: 'list',
      metadata: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const archive = () => service().call('DELETE', `/v1/candidates/${candidate['id']}`);
    for (const status of ['pending', 'in_progress', 'suspended', 'disputed'] as const) {
      await db.update(reports).set({ status });
      expect(await archive()).toMatchObject({ status: 409, body: { currentStatus: 'invited' } });
    }
    await db.update(reports).set({ status: 'complete' });
    expect(await archive()).toMatchObject({ status: 200, body: { status: 'archived' } });
    const { body } = await service().call('GET', `${PATH}/${invitation['id']}`);
    expect(body).toMatchObject({ status: 'canceled', canceledAt: '2026-01-01T00:00:00.000Z' });
    expect(
      await db.execute(sql`select 1 from jobs where kind = 'invitation_expiry'`),
    ).toMatchObject({ rows: [] });
  });
});
