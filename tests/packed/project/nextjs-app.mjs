// Builds the Next.js example and the recipes for Next.js without the secret, as a build server does, and delivers to them.
import assert from 'node:assert/strict';
import { fixture, sign } from '@screening-webhooks/testing';
import { printed, run, start, stop } from './programs.mjs';

const secret = 'whsec_next';
const next = '../node_modules/.bin/next';
const { SCREENING_SECRET: _, ...withoutSecret } = process.env;
const env = { ...withoutSecret, NEXT_TELEMETRY_DISABLED: '1' };

/** Starts the built app on a free port, and stops it after the work. */
async function withServer(added, work) {
  const app = start(`${next} start --port 0`, { cwd: 'nextjs', env: { ...env, ...added } });
  try {
    const [, url] = await printed(app, /Local:\s+(http:\S+)/);
    await work(url, app.out);
  } finally {
    await stop();
  }
}

async function answerOf(request) {
  const response = await fetch(request);
  return [response.status, (await response.json()).outcome];
}

// The example, and the recipes of docs/frameworks.md.
const paths = ['/webhooks/screening', '/webhooks/recipe', '/api/webhooks/screening'];

await run(`${next} build`, { cwd: 'nextjs', env });

await withServer({}, async (url, out) => {
  for (const path of paths) {
    const { request } = await sign(fixture('document_verification.completed'), { secret });
    assert.deepEqual(await answerOf(request(url + path)), [503, 'unavailable'], path);
  }
  assert.match(out(), /SCREENING_SECRET is not set/);
});

await withServer({ SCREENING_SECRET: secret }, async (url, out) => {
  for (const path of paths) {
    const delivery = await sign(fixture('document_verification.completed'), { secret });
    const { request: changed } = delivery.tampered();
    assert.deepEqual(await answerOf(delivery.request(url + path)), [200, 'processed'], out());
    assert.deepEqual(await answerOf(delivery.request(url + path)), [200, 'duplicate'], path);
    assert.deepEqual(await answerOf(changed(url + path)), [401, 'rejected'], path);
    assert.equal((await fetch(url + path)).status, 405, path);
  }
});
