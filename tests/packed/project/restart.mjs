// An app that remembers events in a SQLite file is killed, and started again: `node restart.mjs`. `node restart.mjs app store|inbox`
// is the app.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createReceiver } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import { fixture, sign } from '@screening-webhooks/testing';
import Database from 'libsql';

const secret = 'whsec_restart';
const file = 'restart.db';

async function startApp(kind, works) {
  const handlers = { '*': ({ id }) => console.log(`ran ${id}`) };
  const database = new Database(file);
  const kept = kind === 'store' ? sqliteStore(database) : sqliteInbox(database);
  await kept.migrate();
  const options = kind === 'store' ? { dedupe: kept } : { inbox: kept };
  const receiver = createReceiver({ secret, ...options, handlers });
  if (works) await kept.work(receiver.dispatch);
  const { createServer } = await import('node:http');
  const server = createServer(listener(receiver)).listen(0, '127.0.0.1', () => {
    console.log(`port ${server.address().port}`);
  });
}

/** Starts the app, and returns how to deliver to it, its lines, and how to kill it. */
async function start(...args) {
  const app = spawn(process.execPath, ['restart.mjs', 'app', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(app.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const [, port] = /^port (\d+)$/.exec(await next());
  return {
    next,
    async deliver({ headers, body }) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
      return (await answer.json()).outcome;
    },
    async kill() {
      app.kill('SIGKILL');
      await once(app, 'close');
    },
  };
}

async function check(kind, before, after) {
  rmSync(file, { force: true });
  const event = fixture('document_verification.completed', { id: `evt_${kind}` });
  const delivery = await sign(event, { secret });
  const first = await start(kind, ...before.args);
  assert.equal(await first.deliver(delivery), before.outcome);
  if (before.runs) assert.equal(await first.next(), `ran evt_${kind}`);
  await first.kill();
  const second = await start(kind, ...after.args);
  if (after.runs) assert.equal(await second.next(), `ran evt_${kind}`);
  assert.equal(await second.deliver(delivery), 'duplicate');
  await second.kill();
}

const [mode, kind, works] = process.argv.slice(2);
if (mode === 'app') {
  await startApp(kind, works === 'works');
} else {
  await check('store', { args: [], outcome: 'processed', runs: true }, { args: [], runs: false });
  // It is killed before its worker has begun.
  await check('inbox', { args: [], outcome: 'accepted' }, { args: ['works'], runs: true });
}
