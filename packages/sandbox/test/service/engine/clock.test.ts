import { describe, expect, it } from 'vitest';
import { jobs } from '../../../src/service/db/schema/index.js';
import { order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

const service = sharedService(async () => new Response(null, { status: 500 }));

const START = '2026-01-01T00:00:00.000Z';
const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));

const verify = (licenseNumber?: string) =>
  order(service(), licenseNumber === undefined ? {} : { licenseNumber });

const dueOf = (kind: string, at: string | Date, type: string, id: unknown) => ({
  kind,
  at: new Date(at).toISOString(),
  object: { type, id },
  tenantId: 'acct',
  host: null,
  attempt: null,
});

const readDue = async (until = '') => {
  const { body } = await service().control(`/clock${until && `?until=${until}`}`);
  return Object(body['due']);
};

describe('a frozen clock', () => {
  it('runs nothing by itself', async () => {
    const id = await verify();
    const expiry = '2026-01-08T00:00:00.000Z';
    expect((await service().control('/clock')).body).toEqual({
      mode: 'frozen',
      now: START,
      next: START,
      moving: false,
      running: null,
      due: {
        data: [
          dueOf('source_attempt', START, 'document_verification', id),
          dueOf('session_expiry', expiry, 'verification_session', expect.stringMatching(/^dvs_/)),
        ],
        byKind: { session_expiry: 1, source_attempt: 1 },
        total: 2,
        complete: true,
      },
      parked: [],
    });
    expect(await service().list('/v1/events')).toEqual([]);
  });

  it('settle runs the work that is due now', async () => {
    await verify();
    expect((await service().control('/clock', { settle: true })).body).toMatchObject({
      now: '2026-01-01T00:00:00.000Z',
      ran: 2,
      deliveries: { succeeded: 0, failed: 1 },
      next: '2026-01-01T00:01:00.000Z',
    });
  });

  it('next goes to the next job, and to takes a time', async () => {
    await verify();
    await service().control('/clock', { settle: true });
    expect((await service().control('/clock', { next: true })).body).toMatchObject({
      now: '2026-01-01T00:01:00.000Z',
      next: '2026-01-01T00:03:00.000Z',
    });
    expect((await service().control('/clock', { to: '2026-01-01T00:03:30Z' })).body).toMatchObject({
      now: '2026-01-01T00:03:30.000Z',
      deliveries: { failed: 1 },
    });
  });

  it('drain runs everything, and stops at the last job', async () => {
    await verify('SBX-SLOW-1');
    expect((await service().control('/clock', { drain: true })).body).toMatchObject({
      // The session expires after seven days, long after the last attempt.
      now: '2026-01-08T00:00:00.000Z',
      deliveries: { succeeded: 0, failed: 5 },
      next: null,
    });
  });

  it('runs two deliveries in due order', async () => {
    await verify();
    await service().control('/clock', { advance: '30s' });
    await verify();
    await service().control('/clock', { advance: '15m' });
    const deliveries = await service().list('/v1/webhook-deliveries');
    const times: string[] = [];
    for (const { id } of deliveries) {
      const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
      times.push(
        Object(body['attempts'])
          .map(({ startedAt }: { startedAt: string }) => startedAt.slice(14, 19))
          .join(' '),
      );
    }
    expect(times).toEqual(['00:00 01:00 03:00 07:00 15:00', '00:30 01:30 03:30 07:30 15:30']);
  });

  it.each([
    [{ advance: 'soon' }, 422],
    [{ advance: '-1m' }, 422],
    [{ advance: '99999999999d' }, 422],
    [{ to: '9001-01-01T00:00:00Z' }, 422],
    [{ to: '2025-12-31T00:00:00Z' }, 409],
    [{}, 422],
    [{ advance: '1m', next: true }, 422],
  ])('refuses %j', async (command, status) => {
    expect((await service().control('/clock', command)).status).toBe(status);
  });

  it.each([
    ['30s', 30],
    ['1h30m', 5400],
    ['1d2h', 93_600],
    ['PT15M', 900],
    ['P1DT1S', 86_401],
  ])('takes %s', async (advance, seconds) => {
    const { body } = await service().control('/clock', { advance });
    expect(body['now']).toBe(new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString());
  });

  it.each([{ advance: 15 }, { advance: '' }, { advance: 'P' }, { advnace: '15m' }])(
    'says what it takes in place of %j',
    async (command) => {
      const { body } = await service().control('/clock', command);
      expect(body['detail']).toMatch(/^expected one of {"advance": "15m"}, .* such as 30s, 1h30m/);
    },
  );

  it.each([{ next: true }, { drain: true }, { settle: true }])(
    'stays where it is when nothing is due: %j',
    async (command) => {
      const { body } = await service().control('/clock', command);
      const now = '2026-01-01T00:00:00.000Z';
      expect(body).toMatchObject({
        now,
        ran: 0,
        failed: [],
        next: null,
        limitReached: false,
        stopped: false,
      });
      expect([null, now]).toContain(body['target']);
    },
  );

  it('needs the control token', async () => {
    const { call, description } = service();
    expect(await call('GET', '/_sandbox/clock')).toMatchObject(
      problem(401, 'control_token_invalid'),
    );
    const key = description.controlToken;
    expect(await call('GET', '/v1/events', undefined, { key })).toMatchObject({ status: 401 });
    expect(await service().control('/nothing', {})).toMatchObject({ status: 404 });
  });
});

describe('jobs that are due', () => {
  const objects = {
    source_attempt: 'document_verification',
    source_answer: 'document_verification',
    session_expiry: 'verification_session',
    delivery_attempt: 'webhook_delivery',
    manual_attempt: 'webhook_delivery',
    recovery: 'webhook_endpoint',
    resumption: 'webhook_endpoint',
    discard: 'webhook_endpoint',
    invitation_expiry: 'invitation',
    check_result: 'report',
    suspension_expiry: 'report',
    magic_dispute: 'adverse_action',
    dispute_deadline: 'adverse_action',
    final_notice: 'adverse_action',
    import_validation: 'bulk_import',
    import_commit: 'bulk_import',
    tenant_closing: 'tenant',
  } as const;
  const kinds = jobs.kind.enumValues.filter((kind) => kind !== 'retention');
  const plan = async (...planned: readonly Partial<typeof jobs.$inferInsert>[]) => {
    const some = { kind: 'magic_dispute', ref: 'gone', dueAt: minute(1) } as const;
    await service()
      .sql.insert(jobs)
      .values(planned.map((each) => ({ ...some, tenantId: 'acct', ...each })));
  };

  it('is each kind of job with its object, in the order in which they run, and until they have', async () => {
    const dueAt = (index: number) => minute(kinds.length - index);
    const range = { upTo: 0, after: 0, since: START, until: START };
    await plan(
      ...kinds.map((kind, index) => ({
        kind,
        dueAt: dueAt(index),
        payload: kind === 'recovery' || kind === 'discard' ? range : null,
      })),
    );
    const { data, byKind, total } = await readDue();
    expect(data).toEqual(
      kinds.map((kind, index) => dueOf(kind, dueAt(index), objects[kind], 'gone')).reverse(),
    );
    expect(byKind).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 1])));
    expect(total).toBe(kinds.length);
    const { body } = await service().control('/clock', { drain: true });
    expect(body).toMatchObject({ ran: kinds.length, failed: [] });
    expect(await readDue()).toEqual({ data: [], byKind: {}, total: 0, complete: true });
  });

  it('is the attempt of a delivery with its host and number, and the end of a secret', async () => {
    await verify();
    await service().control('/clock', { settle: true });
    const [delivery] = await service().list('/v1/webhook-deliveries');
    const [endpoint] = await service().list('/v1/webhook-endpoints');
    const roll = { overlapSeconds: 60 };
    await service().send('POST', `/v1/webhook-endpoints/${endpoint?.['id']}/roll-secret`, roll);
    const { host } = new URL(String(endpoint?.['url']));
    // The attempt at its end is signed without the secret.
    const both = [
      { ...dueOf('secret_overlap', minute(1), 'webhook_endpoint', endpoint?.['id']), host },
      {
        ...dueOf('delivery_attempt', minute(1), 'webhook_delivery', delivery?.['id']),
        host,
        attempt: 2,
      },
    ];
    const byKind = { delivery_attempt: 1, secret_overlap: 1 };
    expect(await readDue('1m')).toEqual({ data: both, byKind, total: 2, complete: true });
    expect(await readDue('59s')).toMatchObject({ data: [], byKind: {}, total: 0 });
    const { body } = await service().control('/clock', { advance: '1m' });
    expect(body['ran']).toBe(1);
    const { data } = await readDue('1h');
    expect(data).toMatchObject([{ kind: 'delivery_attempt', attempt: 3 }]);
  });

  it('ends at a time or after a duration, also beyond the end of the clock', async () => {
    await plan({ ref: 'first' }, { ref: 'second' }, { ref: 'third', dueAt: minute(2) });
    const refs = async (until: string) =>
      (await readDue(until)).data.map(({ object }: { object: { id: string } }) => object.id);
    expect(await refs('0s')).toEqual([]);
    expect(await refs('PT1M')).toEqual(['first', 'second']);
    expect(await refs('2026-01-01T00:01:59Z')).toEqual(['first', 'second']);
    expect(await refs('2026-01-01T02:02:00%2B02:00')).toEqual(['first', 'second', 'third']);
    expect(await refs('999999999d')).toHaveLength(3);
    for (const until of ['soon', '', '15', '2026-01-01']) {
      const refused = await service().control(`/clock?until=${until}`);
      expect(refused).toMatchObject(problem(400, 'parameter_invalid'));
      expect(refused.body['detail']).toMatch(/^until: must be a duration such as 15m/);
    }
  });

  it('excludes running jobs, internal jobs, and jobs that have failed too often', async () => {
    await plan(
      { leaseUntil: new Date('2999-01-01') },
      { kind: 'retention' },
      { failures: 4 },
      { ref: 'left by a process', leaseUntil: new Date('2001-01-01') },
    );
    const { body } = await service().control('/clock');
    expect(body).toMatchObject({ next: minute(1).toISOString(), due: { total: 1 } });
    expect((await readDue()).data).toMatchObject([{ object: { id: 'left by a process' } }]);
  });

  it('is shown up to a bound, and counted up to another', async () => {
    const [endpoint] = await service().list('/v1/webhook-endpoints');
    const roll = { overlapSeconds: 30 };
    await service().send('POST', `/v1/webhook-endpoints/${endpoint?.['id']}/roll-secret`, roll);
    const later = { kind: 'final_notice', dueAt: minute(3) } as const;
    await plan(...Array.from({ length: 250 }, () => ({})), later);
    const some = await readDue();
    expect(some.data).toHaveLength(200);
    const byKind = { magic_dispute: 250, final_notice: 1, secret_overlap: 1 };
    expect(some).toMatchObject({ byKind, total: 252, complete: true });
    await plan(...Array.from({ length: 749 }, () => ({})));
    const { data: _, ...many } = await readDue();
    expect(many).toEqual({
      byKind: { ...byKind, magic_dispute: 999 },
      total: 1001,
      complete: false,
    });
    expect(await readDue('2m')).toMatchObject({ total: 1000, complete: true });
  });

  it('is also reported on a running clock', async () => {
    await service().control('/clock', { mode: 'real' });
    const { body } = await service().control('/clock');
    const dueAt = new Date(Date.parse(String(body['now'])) + 3_600_000);
    await plan({ dueAt });
    expect((await readDue('2h')).data).toMatchObject([{ at: dueAt.toISOString() }]);
    expect(await readDue('5m')).toMatchObject({ total: 0 });
  });
});
