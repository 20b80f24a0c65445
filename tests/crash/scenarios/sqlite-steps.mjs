import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createReceiver } from '@screening-webhooks/core';
import { sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import { fixture, sender } from '@screening-webhooks/testing';
import { inOrder } from '../../../.ci/command.mjs';
import { setFlag, untilFlag } from '../flags.mjs';
import { killAt, linesOf, stepsIn } from '../kill-at.mjs';
import { readRecord, recorder, stepsOf } from '../record.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';
import { until } from '../until.mjs';
import { effectsIn, prepareFile, withFile, writeEffect } from './sqlite.mjs';

const LIMIT = 10_000;
const RETRY_MS = 100;
// Three leases.
const RETRIES = 30;
// Most of the time of a step is the wait for the end of a lease.
const STEPS_AT_ONCE = 8;
// A timer or a lock may give a run other calls than planned.
const MOST_TRIES = 5;
// Longer than a run.
const NO_POLL = 60_000;

const { lease } = receiverTimes;
const secret = 'whsec_steps';
const event = fixture('document_verification.completed', { id: 'event' });
const ofB = fixture('document_verification.completed', { id: 'event of B' });

/**
 * `phases` names the phases before and after the handler. `open` creates the tables, and returns `{ receiver }` and, if it has
 * one, the `inbox`.
 */
export const storeSystem = (createStore = sqliteStore) => ({
  name: 'sqliteStore',
  phases: ['claim', 'commit'],
  write: writeEffect,
  async open(database, handle) {
    const dedupe = createStore(database);
    await dedupe.migrate();
    const handlers = { '*': handle };
    return { receiver: createReceiver({ secret, lease, dedupe, handlers }) };
  },
});

export const inboxSystem = (createInbox = sqliteInbox) => ({
  name: 'sqliteInbox',
  phases: ['put', 'end'],
  write: writeEffect,
  async open(database, handle, pollInterval) {
    const inbox = createInbox(database, { ...inboxTimes, pollInterval, onError() {} });
    await inbox.migrate();
    // For recordEffect.
    await sqliteStore(database).migrate();
    const handlers = { '*': handle };
    return { inbox, receiver: createReceiver({ secret, inbox, handlers }) };
  },
});

/**
 * Process A receives and processes an event, and is killed at one of its calls to the database. Process B gets the event again until
 * it is acked. For each kill there is a new file, and B starts after it, or before A, with another event in its handler.
 */
export const killedAtEachStep = (system) => ({
  name: `killed at each step: ${system.name}`,
  server: 'inProcess',

  async drill(stage) {
    const { calls } = await killAndContinue(stage, { beside: false });
    const steps = stepsIn(calls);
    // B has created the tables before A.
    const besideB = steps.filter(({ phase }) => phase !== 'start');
    const kills = [
      ...steps.map((step) => ({ ...step, beside: false })),
      ...besideB.map((step) => ({ ...step, beside: true, name: `${step.name}, beside B` })),
    ];
    const failures = {
      'not as planned': [],
      'ended by itself': [],
      missing: [],
      repeated: [],
      'run again': [],
      forgotten: [],
      stuck: [],
      damaged: [],
    };
    const check = async (kill) => ({ kill, result: await killAsPlanned(stage, kill, calls) });
    for await (const { kill, result } of inOrder(kills, check, STEPS_AT_ONCE)) {
      for (const kind of brokenBy(kill, result)) failures[kind].push(kill.name);
      if (result.ownEnd) failures['ended by itself'].push(`${kill.name}: ${result.ownEnd}`);
    }
    stage.note(`${kills.length} kills, before each call and after each COMMIT:`, ...linesOf(calls));
    return failures;
  },

  async program({ name, folder, ...given }) {
    const record = recorder(recordIn(folder), name);
    const run = name === 'A' ? runUntilKilled : continueAfterKill;
    await withFile(fileIn(folder), (database) =>
      run(system, database, { record, folder, ...given }),
    );
  },
});

export const scenarios = [storeSystem(), inboxSystem()].map(killedAtEachStep);

const recordIn = (folder) => join(folder, 'record');
const fileIn = (folder) => ({ file: join(folder, 'events') });

/** The same kill again, when the calls before it were others. A busy machine, or process B, may cause that. */
async function killAsPlanned(stage, kill, planned) {
  const texts = (calls) => JSON.stringify(calls);
  const expected = texts(planned.slice(0, kill.at?.call));
  for (let tries = 1; ; tries += 1) {
    const result = await killAndContinue(stage, kill);
    const isPlanned = texts(result.calls) === expected;
    if (isPlanned || tries === MOST_TRIES) return { ...result, isPlanned };
  }
}

/** Creates a new file, kills A, and lets B continue. @returns their steps, and the content of the file. */
async function killAndContinue(stage, { at, beside }) {
  const folder = mkdtempSync(join(stage.folder, 'kill-'));
  await withFile(fileIn(folder), prepareFile);
  const entries = () => readRecord(recordIn(folder));
  const startB = () => stage.run('B', { folder, beside });
  const early = beside ? startB() : undefined;
  if (beside) await until(() => stepsOf(entries(), 'start', ofB.id).length > 0, LIMIT);
  const a = await stage.run('A', { folder, at });
  setFlag(folder, 'A has ended');
  const b = await (early ?? startB());
  const ownEnd = a.signal === 'SIGKILL' && b.code === 0 ? undefined : errorIn(a.errors + b.errors);
  return { ownEnd, entries: entries(), calls: callsIn(entries()), ...(await readBack(folder)) };
}

/** The line of an uncaught error that names it. */
const errorIn = (errors) => /^\w*Error.*/m.exec(errors)?.[0] ?? errors.slice(0, 300);

/** @returns the effects, and what SQLite finds when it checks the file. */
async function readBack(folder) {
  try {
    return await withFile(fileIn(folder), (database) => {
      const [found] = database.prepare('PRAGMA integrity_check').all();
      return { effects: effectsIn(database), integrity: Object.values(found)[0] };
    });
  } catch (error) {
    return { effects: [], integrity: error.message };
  }
}

function callsIn(entries) {
  let phase;
  const calls = [];
  for (const { step, event: text } of entries.filter(({ worker }) => worker === 'A')) {
    if (step === 'phase') phase = text;
    if (step === 'call') calls.push({ phase, sql: text });
  }
  return calls;
}

/** @returns the kinds of failures of a kill. */
function brokenBy({ beside, isDone }, { entries, effects, integrity, isPlanned }) {
  const did = (step, { id }, worker = 'B') =>
    stepsOf(entries, step, id).some((entry) => entry.worker === worker);
  const sent = beside ? [event, ofB] : [event];
  const effectsOf = ({ id }) => effects.filter((each) => each === id).length;
  const isKnown = isDone || did('acked', event, 'A');
  const kinds = {
    'not as planned': !isPlanned,
    missing: sent.some((each) => did('acked', each) && effectsOf(each) === 0),
    repeated: sent.some((each) => effectsOf(each) > 1),
    'run again': isDone && stepsOf(untilEnded(entries), 'start', event.id).length > 0,
    forgotten: (isKnown && !did('known', event)) || sent.some((each) => !did('remembered', each)),
    stuck: sent.some((each) => !did('acked', each) || !did('ended', each)),
    damaged: integrity !== 'ok',
  };
  return Object.keys(kinds).filter((kind) => kinds[kind]);
}

/** Without the replay by B, which comes when the event has ended. */
function untilEnded(entries) {
  const ended = entries.findIndex(({ step, event: id }) => step === 'ended' && id === event.id);
  return ended === -1 ? entries : entries.slice(0, ended);
}

/** Process A. It ends with a kill in any case. */
async function runUntilKilled({ phases: [before, after], ...system }, file, { record, at }) {
  const enter = (phase) => record('phase', phase);
  enter('start');
  const database = killAt(file, at, (sql) => record('call', sql));
  let isHandled = false;
  const handle = async (received) => {
    enter('handler');
    system.write(database, received);
    enter(after);
    isHandled = true;
  };
  const { receiver, inbox } = await system.open(database, handle, NO_POLL);
  enter(before);
  const { delivered } = await send(receiver, event);
  if (delivered) record('acked', event.id);
  if (inbox) {
    enter('fetch');
    const worker = await inbox.work(receiver.dispatch);
    await until(() => isHandled, LIMIT);
    await worker.stop();
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Process B. */
async function continueAfterKill(system, database, { record, folder, beside }) {
  const handle = async (received) => {
    record('start', received.id);
    if (received.id === ofB.id) await untilFlag(folder, 'A has ended');
    system.write(database, received);
  };
  const { receiver, inbox } = await system.open(database, handle, RETRY_MS);
  const worker = await inbox?.work(receiver.dispatch, { concurrency: 1 });
  if (beside) await send(receiver, ofB);
  await untilFlag(folder, 'A has ended');

  const deliver = async (sent) => {
    const { delivered, attempts } = await send(receiver, sent, RETRIES);
    if (attempts[0].body.includes('duplicate')) record('known', sent.id);
    if (delivered) record('acked', sent.id);
    // An inbox replays an event that has ended, and no other.
    const ended = async () => inbox === undefined || (await inbox.replay({ id: sent.id })) > 0;
    if (await until(ended, LIMIT)) record('ended', sent.id);
    const [again] = (await send(receiver, sent)).attempts;
    if (again.body.includes('duplicate')) record('remembered', sent.id);
  };
  await Promise.all((beside ? [event, ofB] : [event]).map(deliver));
  await worker?.stop();
}

function send(receiver, sent, retries = 0) {
  const backoff = Array.from({ length: retries }, () => RETRY_MS);
  const url = 'http://receiver.test/';
  return sender({ url, secret, fetch: receiver.fetch, backoff }).send(sent);
}
