import { describe, expect, it } from 'vitest';
import { waitingPeriodEnd } from '../../../../src/service/capabilities/adverse-actions/adverse-action.js';
import {
  act,
  getAction,
  openAction,
  setTimeZone,
} from '../../../../test/support/adverse-actions.js';
import { ownService } from '../../../../test/support/service.js';

const NEW_YORK = 'America/New_York';
const HONOLULU = 'Pacific/Honolulu';
const KOLKATA = 'Asia/Kolkata';

/** The pre-notice, the time zone, and when the final notice may be sent after 7 days. */
const cases = [
  ['an ordinary week', '2026-04-06T14:00:00.000Z', NEW_YORK, '2026-04-13T14:00:00.000Z'],
  ['from a Saturday', '2026-04-11T14:00:00.000Z', NEW_YORK, '2026-04-18T14:00:00.000Z'],
  // A week with a day of 23 hours, and one with a day of 25.
  ['to summer time', '2026-03-04T15:30:00.000Z', NEW_YORK, '2026-03-11T14:30:00.000Z'],
  ['to standard time', '2026-10-28T14:30:00.000Z', NEW_YORK, '2026-11-04T15:30:00.000Z'],
  // 2:30 on March 8 does not exist, and means 3:30.
  ['into the skipped hour', '2026-03-01T07:30:00.000Z', NEW_YORK, '2026-03-08T07:30:00.000Z'],
  // 1:30 on November 1 happens twice, and means the first.
  ['into the repeated hour', '2026-10-25T05:30:00.000Z', NEW_YORK, '2026-11-01T05:30:00.000Z'],
  ['without summer time', '2026-03-04T15:30:00.000Z', HONOLULU, '2026-03-11T15:30:00.000Z'],
  ['half an hour off', '2026-03-04T15:30:00.000Z', KOLKATA, '2026-03-11T15:30:00.000Z'],
  // Monday, November 23: Thursday is not a business day, so the fifth is Tuesday, December 1.
  ['Thanksgiving', '2026-11-23T15:00:00.000Z', NEW_YORK, '2026-12-01T15:00:00.000Z'],
  ['the Friday before it', '2026-11-20T15:00:00.000Z', NEW_YORK, '2026-11-30T15:00:00.000Z'],
  // Neither Christmas nor New Year's Day counts.
  ['New Year', '2026-12-24T15:00:00.000Z', NEW_YORK, '2027-01-04T15:00:00.000Z'],
  // New Year's Day of 2028 is observed on Friday, December 31.
  ['New Year, observed', '2027-12-27T15:00:00.000Z', NEW_YORK, '2028-01-04T15:00:00.000Z'],
  ['a leap day', '2028-02-24T15:00:00.000Z', NEW_YORK, '2028-03-02T15:00:00.000Z'],
  ['from a leap day', '2028-02-29T15:00:00.000Z', NEW_YORK, '2028-03-07T15:00:00.000Z'],
  // Thursday in Honolulu, and already Friday in Kolkata. The Friday after is Juneteenth.
  ['Thursday in Honolulu', '2026-06-11T20:00:00.000Z', HONOLULU, '2026-06-18T20:00:00.000Z'],
  ['Friday in Kolkata', '2026-06-11T20:00:00.000Z', KOLKATA, '2026-06-21T20:00:00.000Z'],
  // Still the holiday in Honolulu, the day after it in New York and Kolkata.
  ['a holiday in Honolulu', '2026-06-20T05:00:00.000Z', HONOLULU, '2026-06-27T05:00:00.000Z'],
] as const;

describe('the end of the waiting period', () => {
  it.each(cases)('%s: %s in %s is %s', (_name, from, timeZone, expected) => {
    expect(waitingPeriodEnd(new Date(from), 7, timeZone).toISOString()).toBe(expected);
  });

  it.each([
    [7, '2026-12-01'],
    [8, '2026-12-01'],
    [9, '2026-12-02'],
    [30, '2026-12-23'],
  ])('after %i calendar days and five business days is %s', (days, expected) => {
    const from = new Date('2026-11-23T15:00:00Z');
    expect(waitingPeriodEnd(from, days, NEW_YORK).toISOString()).toBe(`${expected}T15:00:00.000Z`);
  });

  it('has milliseconds', () => {
    const from = new Date('2026-04-06T14:00:00.123Z');
    expect(waitingPeriodEnd(from, 7, NEW_YORK).toISOString()).toBe('2026-04-13T14:00:00.123Z');
  });
});

describe('on the clock of the service', () => {
  const service = ownService({ clock: { mode: 'frozen', at: '2026-01-01T00:00:00.000Z' } });
  const moveTo = (to: string) => service().control('/clock', { to });
  const before = (time: string) => new Date(Date.parse(time) - 1).toISOString();

  it.each(cases)('the final notice is sent then: %s', async (_name, from, timeZone, expected) => {
    await setTimeZone(service(), timeZone);
    await moveTo(from);
    const { id } = await openAction(service());
    expect(await getAction(service(), id)).toMatchObject({
      preNoticeSentAt: from,
      finalNoticeEligibleAt: expected,
      finalNoticeScheduledAt: expected,
    });
    await moveTo(before(expected));
    expect(await getAction(service(), id)).toMatchObject({ stage: 'pre-notice' });
    await moveTo(expected);
    expect(await getAction(service(), id)).toMatchObject({ finalNoticeSentAt: expected });
  });

  it.each([
    ['over the change to summer time', '2026-03-04T15:30:00.000Z', '2026-03-06T15:30:00.000Z'],
    ['over the change to standard time', '2026-10-28T14:30:00.000Z', '2026-10-30T14:30:00.000Z'],
  ])('what is left of it runs on after a dispute: %s', async (_name, from, disputed) => {
    await moveTo(from);
    const { id } = await openAction(service());
    const eligible = String((await getAction(service(), id))['finalNoticeEligibleAt']);
    await moveTo(disputed);
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await service().control('/clock', { advance: '9d' });
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'accurate' });
    const end = new Date(Date.parse(eligible) + 9 * 86_400_000).toISOString();
    expect(body).toMatchObject({ finalNoticeEligibleAt: end, finalNoticeScheduledAt: end });
    await moveTo(before(end));
    expect(await getAction(service(), id)).toMatchObject({ status: 'open' });
    await moveTo(end);
    expect(await getAction(service(), id)).toMatchObject({ finalNoticeSentAt: end });
  });

  it('the rest of the waiting period is rounded up to seconds', async () => {
    const { id } = await openAction(service());
    await moveTo('2026-01-03T00:00:00.001Z');
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'withdrawn' });
    expect(body['finalNoticeEligibleAt']).toBe('2026-01-09T00:00:00.001Z');
  });

  it('amended, the whole of it begins anew in the time zone of the account', async () => {
    await moveTo('2026-11-16T15:00:00.000Z');
    const { id, report } = await openAction(service());
    const recordIds = [report.recordIds[0]];
    await act(service(), id, 'dispute', { statement: 'Not me.', recordIds });
    await moveTo('2026-11-23T15:00:00.000Z');
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    expect(body['finalNoticeEligibleAt']).toBe('2026-12-01T15:00:00.000Z');
  });

  it.each([
    ['2026-02-15T15:00:00.000Z', '2026-03-17T14:00:00.000Z'],
    ['2026-10-15T14:00:00.000Z', '2026-11-14T15:00:00.000Z'],
  ])('a dispute of %s is amended on %s', async (from, expected) => {
    await moveTo(from);
    const { id } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await moveTo(before(expected));
    expect(await getAction(service(), id)).toMatchObject({ dispute: { resolvedAt: null } });
    await moveTo(expected);
    expect(await getAction(service(), id)).toMatchObject({
      dispute: { dueAt: expected, resolvedAt: expected, outcome: 'amended' },
    });
  });
});
