import { expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { act, getAction, openAction } from '../../support/adverse-actions.js';
import { resolved } from '../../support/openapi.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const document = describeApi();
const paths: Json = Object(document['paths']);
const described = (path: string) => Object(paths[path]).post;
const waiting = problem(409, 'waiting_period_active');

/** The values of a property with a fixed set of values. */
function valuesOf(schema: unknown): readonly unknown[] {
  const { type, enum: values, anyOf } = Object(resolved(schema, document));
  if (Array.isArray(values)) return values;
  if (Array.isArray(anyOf)) return anyOf.flatMap(valuesOf);
  return type === 'boolean' ? [true, false] : type === 'null' ? [null] : [];
}

/** The operations on one object, except reading it, with the object's properties. */
const onObjects = Object.entries(paths).flatMap(([path, methods]) => {
  const [, object = ''] = /^(.*\/\{\w+\})(\/[\w-]+)?$/.exec(path) ?? [];
  const answer = Object(paths[object]).get?.responses[200].content?.['application/json'];
  if (!answer) return [];
  const properties: Json = Object(resolved(answer.schema, document)?.['properties']);
  return Object.entries<Json>(Object(methods))
    .filter(([method]) => method !== 'get')
    .map(([method, operation]) => ({ name: `${method} ${path}`, object, operation, properties }));
});

it('each operation that a state can forbid says in `x-allowed-when` which values allow it', () => {
  const conditional = onObjects.filter(({ operation }) => operation['x-allowed-when']);
  expect(conditional.length).toBeGreaterThan(25);
  // A closed tenant cannot write. An endpoint has no other state that forbids a write.
  const silent = onObjects.filter(
    ({ object, operation }) =>
      !operation['x-allowed-when'] &&
      !object.startsWith('/v1/webhook-endpoints/') &&
      String(Object(operation['responses'])[409]?.description).includes('`state_conflict`'),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  for (const { name, operation, properties } of conditional) {
    const { decision = {} } = Object(operation['x-allowed-for']);
    for (const when of [operation['x-allowed-when'], ...Object.values<unknown>(decision)]) {
      for (const [property, values] of Object.entries<unknown[]>(Object(when))) {
        expect(values.length, name).toBeGreaterThan(0);
        expect(valuesOf(properties[property]), name).toEqual(expect.arrayContaining(values));
      }
    }
  }
});

/** The time of an object that a property names, and the millisecond before it. */
function timesOf(object: Readonly<Record<string, unknown>>, property: unknown) {
  const time = new Date(String(object[String(property)]));
  return { time: time.toISOString(), before: new Date(time.getTime() - 1).toISOString() };
}

it('a final notice becomes possible at the time that `x-not-before` names', async () => {
  const { id } = await openAction(service());
  // Otherwise the service sends the notice itself.
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
