import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenants } from '../../../../src/service/db/schema/index.js';
import { endOfDay } from '../../../../src/service/kernel/calendar/days.js';
import { invite } from '../../../support/invite.js';
import { sharedService } from '../../../support/service.js';

// In 2026, clocks in New York go forward on March 8 and back on November 1. Clocks in Honolulu never change.
const newYork = 'America/New_York';
const honolulu = 'Pacific/Honolulu';

describe('the end of a day', () => {
  it.each([
    ['before the short day', newYork, '2026-03-06T15:00:00Z', 1, '2026-03-08T04:59:59.999Z'],
    ['on the short day', newYork, '2026-03-07T15:00:00Z', 1, '2026-03-09T03:59:59.999Z'],
    ['on the long day', newYork, '2026-10-31T15:00:00Z', 1, '2026-11-02T04:59:59.999Z'],
    ['within the repeated hour', newYork, '2026-11-01T06:30:00Z', 1, '2026-11-03T04:59:59.999Z'],
    ['before midnight', newYork, '2026-07-02T03:59:59.999Z', 1, '2026-07-03T03:59:59.999Z'],
    ['at midnight', newYork, '2026-07-02T04:00:00Z', 1, '2026-07-04T03:59:59.999Z'],
    ['after 90 days', newYork, '2026-01-01T00:00:00Z', 90, '2026-04-01T03:59:59.999Z'],
    ['a day behind', honolulu, '2027-01-01T05:00:00Z', 1, '2027-01-02T09:59:59.999Z'],
    ['from one o’clock', 'America/Havana', '2026-03-06T15:00Z', 1, '2026-03-08T04:59:59.999Z'],
  ])('%s in %s', (_when, timeZone, now, days, end) => {
    expect(endOfDay(new Date(now), days, timeZone).toISOString()).toBe(end);
  });

  it('is the last millisecond of the day that many days later, at any time in any zone', () => {
    const day = (at: number, timeZone: string): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(newYork, honolulu, 'America/Phoenix', 'Pacific/Guam', 'Africa/Cairo'),
        (now, days, timeZone) => {
          const end = endOfDay(now, days, timeZone).getTime();
          const today = new Date(`${day(now.getTime(), timeZone)}T00:00:00Z`).getTime();
          const expected = new Date(today + days * 86_400_000).toISOString().slice(0, 10);
          expect(day(end, timeZone)).toBe(expected);
          expect(day(end + 1, timeZone)).not.toBe(expected);
        },
      ),
    );
  });
});

const service = sharedService();

it.each([
  [newYork, '2026-11-01T05:00:00Z', '2026-11-03T04:59:59.998Z', '2026-11-03T04:59:59.999Z'],
  [honolulu, '2026-11-01T05:00:00Z', '2026-11-02T09:59:59.998Z', '2026-11-02T09:59:59.999Z'],
])('an invitation in %s of %s is open until the day ends', async (timeZone, made, before, end) => {
  const { control, sql } = service();
  await sql.update(tenants).set({ timeZone });
  await control('/clock', { to: made });
  const { invitation, url } = await invite(service(), { more: { expiresInDays: 1 } });
  expect(invitation['expiresAt']).toBe(end);
  const shown = () => service().send('GET', `/v1/invitations/${invitation['id']}`);
  await control('/clock', { to: before });
  expect((await shown())['status']).toBe('pending');
  expect((await fetch(url)).status).toBe(200);
  await control('/clock', { to: end });
  expect(await shown()).toMatchObject({ status: 'expired', openedAt: before, updatedAt: end });
  expect((await fetch(url)).status).toBe(410);
});
