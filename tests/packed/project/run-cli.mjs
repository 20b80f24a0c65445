// Runs the packed command line by npx against an app in this process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { webhook } from '@screening-webhooks/express';
import express from 'express';
import { start } from './programs.mjs';

const secret = 'whsec_cli';
const app = express().post('/webhooks', webhook({ secret, handlers: { '*': () => {} } }));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/webhooks`;
const env = { ...process.env, SCREENING_SECRET: secret };

for (const [words, status, text] of [
  ['report.completed', 0, /Acked: its handler ran\./],
  ['report.completed --fault tampered', 0, /Refused, as expected/],
  ['report.complete', 2, /did you mean report\.completed\?/],
]) {
  const command = `npx --no-install screening-webhooks trigger ${words} --to ${url}`;
  const { out, ended } = start(command, { env });
  assert.deepEqual(await ended, [status, null], out());
  assert.match(out(), text);
}
server.close();
