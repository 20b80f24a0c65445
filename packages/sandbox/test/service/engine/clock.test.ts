import { describe, expect, it } from 'vitest';
import { order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

const service = sharedService(async () => new Response(null, { status: 500 }));

const verify = (licenseNumber?: string) =>
  order(service(), licenseNumber === undefined ? {} : { licenseNumber });

describe('a frozen clock', () => {
  it('runs nothing by itself', async () => {
    await verify();
    expect((await service().control('/clock')).body).toEqual({
      mode: 'frozen',
      now: '2026-01-01T00:00:00.000Z',
      next: '2026-01-01T00:00:00.000Z',
      moving: false,
      running: null,
      parked: [],
    });
    expect(await service().list('/v1/events')).toEqual([]);
  });

  it('settle runs what is due now', async () => {
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
