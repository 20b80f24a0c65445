import { expect, it } from 'vitest';
import { DatabaseCrashedError } from '../../../src/service/db/errors.js';
import { keepTrying } from '../../../src/service/engine/keep-trying.js';

const coded = (code: string) => Object.assign(new Error(code), { code });
const wrapped = (cause: Error) => new Error('Failed query', { cause });

/** Runs a step that fails twice. */
async function run(failure: Error, signal = new AbortController().signal) {
  const reported: unknown[] = [];
  let tries = 0;
  const step = async (): Promise<string> => {
    tries += 1;
    if (tries <= 2) throw failure;
    return 'recorded';
  };
  const result = await keepTrying(step, signal, (error) => reported.push(error)).catch(
    (error: unknown) => error,
  );
  return { result, tries, reported };
}

it.each([
  ['a connection is refused', coded('ECONNREFUSED')],
  ['a connection is lost', wrapped(new Error('Connection terminated unexpectedly'))],
  ['no connection is opened', new Error('timeout exceeded when trying to connect')],
  ['a connection is silent', wrapped(new Error('Query read timeout'))],
  ['the server shuts down', wrapped(coded('57P01'))],
  ['the server has become read-only', wrapped(coded('25006'))],
  ['the server has no connection left', coded('53300')],
  ['the connection has failed', wrapped(coded('08006'))],
  ['the server has ended the transaction for another', wrapped(coded('40P01'))],
  ['a lock is not granted', wrapped(coded('55P03'))],
  ['a statement takes too long', wrapped(coded('57014'))],
  ['the disk of the server is full', wrapped(coded('53100'))],
  ['the disk of the server is broken', wrapped(coded('58030'))],
  ['the disk is read-only', wrapped(coded('42501'))],
  ['a signal has ended it', wrapped(Object.assign(new Error('stop'), { name: 'AbortError' }))],
  ['the database is closed', new Error('PGlite is closed')],
])('a step is done again when %s, and the first failure is told', async (_name, failure) => {
  expect(await run(failure)).toEqual({ result: 'recorded', tries: 3, reported: [failure] });
});

it.each([
  ['a value is refused', wrapped(coded('22P05'))],
  ['a constraint is violated', wrapped(coded('23505'))],
  ['a limit of the server is exceeded', wrapped(coded('54000'))],
  ['a trigger refuses', wrapped(coded('P0001'))],
  ['the statement is wrong', wrapped(coded('42703'))],
  ['the code has a defect', new TypeError('x is not a function')],
  ['the code refuses what it finds', new Error('There is no source.')],
  ['Node refuses a value', coded('ERR_INVALID_ARG_TYPE')],
  ['the database has ended for good', wrapped(new DatabaseCrashedError(new Error('exit 1')))],
])('a step fails at once when %s', async (_name, failure) => {
  expect(await run(failure)).toEqual({ result: failure, tries: 1, reported: [] });
});

it('a service that stops waits for no database', async () => {
  const failure = coded('ECONNREFUSED');
  const stopping = await run(failure, AbortSignal.abort());
  expect(stopping).toEqual({ result: failure, tries: 1, reported: [] });
});
