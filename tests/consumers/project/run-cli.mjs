// Runs the packed command line by npx against an app in this process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { webhook } from '@screening-webhooks/express';
import express from 'express';

const secret = 'whsec_consumer';
const app = express().post('/webhooks', webhook({ secret, handlers: { '*': () => {} } }));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/webhooks`;

async function npx(...args) {
  const child = spawn('npx', ['--no-install', 'screening-webhooks', ...args], {
    env: { ...process.env, SCREENING_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

const acked = await npx('trigger', 'report.completed', '--to', url);
assert.match(acked.out, /Acked: its handler ran\./, acked.err);
assert.equal(acked.code, 0);

const refused = await npx('trigger', 'report.completed', '--to', url, '--fault', 'tampered');
assert.match(refused.out, /Refused, as expected/, refused.err);
assert.equal(refused.code, 0);

const mistyped = await npx('trigger', 'report.complete', '--to', url);
assert.match(mistyped.err, /did you mean report\.completed\?/);
assert.equal(mistyped.code, 2);

server.close();
