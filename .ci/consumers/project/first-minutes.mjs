// A developer's first minutes with the packed sandbox: start it, deliver to an app, break the app, find out why, replay.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { webhook } from '@screening-webhooks/express';
import express from 'express';

let secret = 'whsec_mistyped';
const handled = [];
const handlers = { '*': ({ id }) => handled.push(id) };
const app = express().post('/webhooks', webhook({ secret: () => secret, handlers }));
const server = app.listen(0, 'localhost');
await once(server, 'listening');
const forwardTo = `http://localhost:${server.address().port}/webhooks`;

const bin = join('node_modules', '.bin', 'screening-sandbox');
const options = ['--frozen', '--port', '0', '--json', '--forward-to', forwardTo];
const sandbox = spawn(bin, options, { stdio: ['ignore', 'pipe', 'inherit'] });
const stopped = once(sandbox, 'close');

try {
  const [line] = await Promise.race([once(createInterface(sandbox.stdout), 'line'), stopped]);
  const { url, keys, controlToken, endpoints } = JSON.parse(line);

  async function send(key, method, path, body) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  }
  const control = (path, body) => send(controlToken, 'POST', `/_sandbox/${path}`, body);
  const deliveryOf = ({ deliveryIds: [id] }) =>
    send(keys.full, 'GET', `/v1/webhook-deliveries/${id}`);
  async function trigger() {
    const { events } = await control('trigger', { type: 'document_verification.completed' });
    return events[0];
  }

  // The app has another secret than the endpoint, and refuses every attempt.
  const refused = await trigger();
  await control('clock', { advance: '15m' });
  const { status, attempts } = await deliveryOf(refused);
  assert.equal(status, 'failed');
  assert.deepEqual(
    attempts.map(({ responseStatus }) => responseStatus),
    [401, 401, 401, 401, 401],
  );
  // The history tells why.
  assert.equal(JSON.parse(attempts[0].responseBody).code, 'signature_mismatch');
  assert.deepEqual(handled, []);

  secret = endpoints[0].secret;
  const accepted = await trigger();
  await control('clock', { settle: true });
  assert.equal((await deliveryOf(accepted)).status, 'succeeded');

  await send(keys.full, 'POST', `/v1/webhook-deliveries/${refused.deliveryIds[0]}/replay`);
  await control('clock', { settle: true });
  const replayed = await deliveryOf(refused);
  assert.equal(replayed.status, 'succeeded');
  assert.equal(replayed.attempts[5].trigger, 'manual');
  assert.deepEqual(handled, [accepted.id, refused.id]);
} finally {
  sandbox.kill('SIGTERM');
  server.closeAllConnections();
  server.close();
}
assert.deepEqual(await stopped, [0, null]);
