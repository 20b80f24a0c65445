// The first ten minutes of the packed sandbox's README, command by command, beside an Express app.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { webhook } from '@screening-webhooks/express';
import express from 'express';
import { printed, run, start, stop } from './programs.mjs';

let secret = '';
const answers = [];
const handled = [];
const handlers = { '*': ({ data }) => handled.push(data.externalId) };
const app = express();
app.use((_request, response, next) => {
  response.on('finish', () => {
    answers.push(response.statusCode);
    app.emit('answered');
  });
  next();
});
app.post('/webhooks/screening', webhook({ secret: () => secret, handlers, observe: false }));
const server = app.listen(0, 'localhost');
await once(server, 'listening');

// Other services may run on this machine: this one is found by its own folder.
const runtime = resolve('../minutes');
mkdirSync(runtime);
const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
const readme = readFileSync('node_modules/@screening-webhooks/sandbox/README.md', 'utf8');
const [, block] = /### The first ten minutes\n.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const commands = block.split('\n').filter((line) => line.startsWith('screening-sandbox'));
const inProject = (command) => `node_modules/.bin/${command}`;
const sandbox = async (words) =>
  (await run(inProject(`screening-sandbox ${words}`), { env })).out();

/** Takes the next command of the README, which must be this one. */
function next(name) {
  const command = commands.shift() ?? '';
  assert.ok(command.startsWith(`screening-sandbox${name}`), `expected ${name}, found ${command}`);
  return command.replace('localhost:3000', `localhost:${server.address().port}`);
}
const runNext = async (name, id) =>
  (await run(inProject(next(name).replace('dlv_...', id)), { env })).out();
const keep = (command, words) => printed(start(inProject(command), { env }), words);

try {
  await keep(`${next('')} --port 0`, /API key/);
  [secret] = await keep(next(' listen'), /whsec_\w+/);
  await runNext(' trigger');
  await runNext(' deliveries wait');
  assert.deepEqual([handled, answers], [['clinician-1'], [200]]);

  await runNext(' trigger');
  await sandbox('deliveries wait --external-id clinician-2 --status retrying');
  const [delivery] = /dlv_\w+/.exec(await runNext(' deliveries list'));
  assert.match(await runNext(' deliveries get', delivery), /signature_mismatch/);
  assert.match(await runNext(' clock advance'), /1 succeeded/);
  assert.deepEqual(handled, ['clinician-1', 'clinician-2']);
  assert.deepEqual(answers, [200, 401, 200]);

  await runNext(' deliveries replay', delivery);
  while (answers.length < 4) await once(app, 'answered');
  assert.deepEqual(commands, []);
  assert.equal(handled.length, 2);
} finally {
  await stop();
  server.closeAllConnections();
  server.close();
}
