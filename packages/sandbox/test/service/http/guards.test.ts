import { expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { act, getAction, openAction } from '../../support/adverse-actions.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const described = (path: string) => Object(Object(describeApi()['paths'])[path]).post;
const waiting = problem(409, 'waiting_period_active');

/** The time of an object that a property names, and the millisecond before it. */
function timesOf(object: Readonly<Record<string, unknown>>, property: unknown) {
  const time = new Date(String(object[String(property)]));
  return { time: time.toISOString(), before: new Date(time.getTime() - 1).toISOString() };
}

it('a final notice becomes possible at the time that `x-not-before` names', async () => {
  const { id } = await openAction(service());
  // Else the service sends it.
  await act(service(), id, 'reschedule', { at: null });
  const { 'x-not-before': property } = described('/v1/adverse-actions/{id}/final-notice');
  const { time, before } = timesOf(await getAction(service(), id), property);
  await service().control('/clock', { to: before });
  expect(await act(service(), id, 'final-notice')).toMatchObject(waiting);
  await service().control('/clock', { to: time });
  expect(await act(service(), id, 'final-notice')).toMatchObject({ status: 200 });
});

it('it can be set for the time that `x-earliest` names, and no earlier', async () => {
  const { id } = await openAction(service());
  const { 'x-earliest': earliest } = described('/v1/adverse-actions/{id}/reschedule');
  const { time, before } = timesOf(await getAction(service(), id), earliest.at);
  expect(await act(service(), id, 'reschedule', { at: before })).toMatchObject(waiting);
  expect(await act(service(), id, 'reschedule', { at: time })).toMatchObject({ status: 200 });
});

it('the decisions on a report are those of `x-allowed-for`', () => {
  const { 'x-allowed-for': allowedFor } = described('/v1/reports/{id}/adjudicate');
  expect(allowedFor).toEqual({
    decision: {
      engage: { status: ['complete'], adjudication: [null, 'pre_adverse_action'] },
      adverse_action: { status: ['complete'], result: ['consider'], adjudication: [null] },
    },
  });
});
