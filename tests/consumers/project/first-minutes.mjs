// The first ten minutes of the packed sandbox's README, command by command, beside an Express app.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhook } from '@screening-webhooks/express';
import express from 'express';

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

const runtime = mkdtempSync(join(tmpdir(), 'first-minutes-'));
const bin = join('node_modules', '.bin', 'screening-sandbox');
const readme = readFileSync('node_modules/@screening-webhooks/sandbox/README.md', 'utf8');
const [, block] = /### The first ten minutes\n.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const commands = block
  .split('\n')
  .filter((line) => line.startsWith('screening-sandbox'))
  .map((line) =>
    line.replace('localhost:3000', `localhost:${server.address().port}`).split(' ').slice(1),
  );
const background = [];
const answered = () => new Promise((resolve) => app.once('answered', resolve));

function start(args) {
  const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
  const child = spawn(bin, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  return { child, out: () => out, ended: once(child, 'close') };
}

/** Runs until the end of the test. Resolves with what it has printed of `words`. */
async function keep(args, words) {
  const running = start(args);
  background.push(running);
  for (;;) {
    const found = words.exec(running.out());
    if (found) return found;
    await Promise.race([once(running.child.stdout, 'data'), running.ended]);
    assert.equal(running.child.exitCode, null, running.out());
  }
}

async function run(args) {
  const { ended, out } = start(args);
  assert.deepEqual(await ended, [0, null], `${args.join(' ')}: ${out()}`);
  return out();
}

/** Takes the next command of the README, which must be this one. */
function next(name, replaced = {}) {
  const [args = []] = commands.splice(0, 1);
  assert.ok(args.join(' ').startsWith(name), `expected ${name}, the README has ${args.join(' ')}`);
  return args.map((arg) => replaced[arg] ?? arg);
}

try {
  await keep([...next(''), '--port', '0'], /API key/);
  [secret] = await keep(next('listen'), /whsec_\w+/);
  await run(next('trigger'));
  await run(next('deliveries wait'));
  assert.deepEqual([handled, answers], [['clinician-1'], [200]]);

  await run(next('trigger'));
  await run(['deliveries', 'wait', '--external-id', 'clinician-2', '--status', 'retrying']);
  const [delivery] = /dlv_\w+/.exec(await run(next('deliveries list')));
  const history = await run(next('deliveries get', { 'dlv_...': delivery }));
  assert.match(history, /signature_mismatch/);
  assert.match(await run(next('clock advance')), /1 succeeded/);
  assert.deepEqual(
    [handled, answers.slice(1)],
    [
      ['clinician-1', 'clinician-2'],
      [401, 200],
    ],
  );

  await run(next('deliveries replay', { 'dlv_...': delivery }));
  while (answers.length < 4) await answered();
  assert.deepEqual(commands, []);
  assert.equal(handled.length, 2);
} finally {
  for (const { child } of background.toReversed()) child.kill('SIGTERM');
  for (const { ended } of background) assert.deepEqual(await ended, [0, null]);
  server.closeAllConnections();
  server.close();
  rmSync(runtime, { recursive: true });
}
