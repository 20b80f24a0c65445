// Builds the Next.js example and the recipes for Next.js without the secret, as a build server does, and delivers to them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fixture, sign } from '@screening-webhooks/testing';

const secret = 'whsec_next';
const next = resolve('node_modules/next/dist/bin/next');
const { SCREENING_SECRET: _, ...withoutSecret } = process.env;
withoutSecret.NEXT_TELEMETRY_DISABLED = '1';

function run(args, env) {
  const child = spawn(process.execPath, [next, ...args], {
    cwd: 'nextjs',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
  }
  return { child, out: () => out, closed: once(child, 'close') };
}

/** Starts the built app on a free port, and stops it after the work. */
async function withServer(env, work) {
  const { child, out, closed } = run(['start', '--port', '0'], { ...withoutSecret, ...env });
  try {
    let url;
    while (!url) {
      await Promise.race([once(child.stdout, 'data'), closed]);
      assert.equal(child.exitCode, null, out());
      url = /Local:\s+(http:\S+)/.exec(out())?.[1];
    }
    await work(url, out);
  } finally {
    child.kill();
    await closed;
  }
}

async function answerOf(response) {
  return [response.status, (await response.json()).outcome];
}

// The example, and the recipes of docs/frameworks.md.
const paths = ['/webhooks/screening', '/webhooks/recipe', '/api/webhooks/screening'];

const build = run(['build'], withoutSecret);
const [code] = await build.closed;
assert.equal(code, 0, build.out());

await withServer({}, async (url, out) => {
  for (const path of paths) {
    const { request } = await sign(fixture('document_verification.completed'), { secret });
    assert.deepEqual(await answerOf(await fetch(request(url + path))), [503, 'unavailable'], path);
  }
  assert.match(out(), /SCREENING_SECRET is not set/);
});

await withServer({ SCREENING_SECRET: secret }, async (url, out) => {
  for (const path of paths) {
    const delivery = await sign(fixture('document_verification.completed'), { secret });
    const { request } = delivery;
    const { request: changed } = delivery.tampered();
    assert.deepEqual(await answerOf(await fetch(request(url + path))), [200, 'processed'], out());
    assert.deepEqual(await answerOf(await fetch(request(url + path))), [200, 'duplicate'], path);
    assert.deepEqual(await answerOf(await fetch(changed(url + path))), [401, 'rejected'], path);
    assert.equal((await fetch(url + path)).status, 405, path);
  }
});
