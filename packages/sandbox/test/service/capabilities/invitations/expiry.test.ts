import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenants } from '../../../../src/service/db/schema/index.js';
import { endOfDay } from '../../../../src/service/kernel/calendar/days.js';
import { invite } from '../../../support/invite.js';
import { sharedService } from '../../../support/service.js';

// In 2026, clocks of New York go forward on March 8 and back on November 1. Those of Honolulu never do.
const newYork = 'America/New_York';
const honolulu = 'Pacific/Honolulu';

describe('the end of a day', () => {
  type EndOfDay = readonly [when: string, now: string, days: number, end: string];
  const ends: Readonly<Record<string, readonly EndOfDay[]>> = {
    [newYork]: [
      ['in winter', '2026-01-10T15:00:00Z', 7, '2026-01-18T04:59:59.999Z'],
      ['over the change to summer time', '2026-03-05T15:00:00Z', 7, '2026-03-13T03:59:59.999Z'],
      ['on the short day', '2026-03-07T15:00:00Z', 1, '2026-03-09T03:59:59.999Z'],
      ['before the short day', '2026-03-06T15:00:00Z', 1, '2026-03-08T04:59:59.999Z'],
      ['over the change to winter time', '2026-10-30T15:00:00Z', 7, '2026-11-07T04:59:59.999Z'],
      ['on the long day', '2026-10-31T15:00:00Z', 1, '2026-11-02T04:59:59.999Z'],
      ['within the repeated hour', '2026-11-01T06:30:00Z', 1, '2026-11-03T04:59:59.999Z'],
      ['just before midnight', '2026-07-02T03:59:59.999Z', 1, '2026-07-03T03:59:59.999Z'],
      ['at midnight', '2026-07-02T04:00:00Z', 1, '2026-07-04T03:59:59.999Z'],
      ["over the year's end", '2026-12-31T12:00:00Z', 1, '2027-01-02T04:59:59.999Z'],
      ['over February', '2026-02-25T12:00:00Z', 7, '2026-03-05T04:59:59.999Z'],
      ['after 90 days', '2026-01-01T00:00:00Z', 90, '2026-04-01T03:59:59.999Z'],
    ],
    [honolulu]: [
      ['in March', '2026-03-05T15:00:00Z', 7, '2026-03-13T09:59:59.999Z'],
      ['in November', '2026-10-30T15:00:00Z', 7, '2026-11-07T09:59:59.999Z'],
      ["a day behind at the year's end", '2027-01-01T05:00:00Z', 1, '2027-01-02T09:59:59.999Z'],
    ],
    'America/Havana': [
      ['where a day begins at one', '2026-03-06T15:00:00Z', 1, '2026-03-08T04:59:59.999Z'],
    ],
  };
  describe.each(Object.entries(ends))('in %s', (timeZone, rows) => {
    it.each(rows)('%s', (_when, now, days, end) => {
      expect(endOfDay(new Date(now), days, timeZone).toISOString()).toBe(end);
    });
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

async function shown(id: unknown) {
  return (await service().call('GET', `/v1/invitations/${id}`)).body;
}

it.each([
  [newYork, '2026-03-08T05:00:00Z', '2026-03-10T03:59:59.998Z', '2026-03-10T03:59:59.999Z'],
  [newYork, '2026-11-01T05:00:00Z', '2026-11-03T04:59:59.998Z', '2026-11-03T04:59:59.999Z'],
  [honolulu, '2026-11-01T05:00:00Z', '2026-11-02T09:59:59.998Z', '2026-11-02T09:59:59.999Z'],
  [newYork, '2026-12-31T17:00:00Z', '2027-01-02T04:59:59.998Z', '2027-01-02T04:59:59.999Z'],
])('an invitation in %s of %s is open until the day ends', async (timeZone, made, before, end) => {
  const { control, sql } = service();
  await sql.update(tenants).set({ timeZone });
  await control('/clock', { to: made });
  const { invitation, url } = await invite(service(), { more: { expiresInDays: 1 } });
  expect(invitation['expiresAt']).toBe(end);
  await control('/clock', { to: before });
  expect((await shown(invitation['id']))['status']).toBe('pending');
  expect((await fetch(url)).status).toBe(200);
  await control('/clock', { to: end });
  expect(await shown(invitation['id'])).toMatchObject({
    status: 'expired',
    openedAt: before,
    updatedAt: end,
  });
  expect((await fetch(url)).status).toBe(410);
});
