import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../test/support/service.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, section = ''] = /^## Webhook endpoints\n([\s\S]*?)^## /m.exec(readme) ?? [];
const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

it('the commands of "Webhook endpoints" change the endpoint of --forward-to, and no other', async () => {
  expect(blocks).toHaveLength(1);
  const service = await startTestService({
    seed: 'demo',
    forwardTo: 'http://localhost:3000/webhooks/screening',
  });
  onTestFinished(() => service.close());
  const { url, keys, endpoints } = service.description;
  const [own] = endpoints;
  const before = await service.list('/v1/webhook-endpoints');
  const others = before.filter(({ id }) => id !== own?.id);
  expect(others).toHaveLength(2);

  const env = { ...process.env, SCREENING_URL: url, SCREENING_API_KEY: keys.full };
  const { stdout } = await promisify(execFile)('bash', ['-ec', blocks.join('\n')], { env });
  expect(stdout).not.toContain('"code":');

  const after = await service.list('/v1/webhook-endpoints');
  expect(after.filter(({ id }) => id !== own?.id)).toEqual(others);
  expect(after.find(({ id }) => id === own?.id)).toMatchObject({
    url: 'http://localhost:3001/webhooks/screening',
    urlHistory: [{ url: 'http://localhost:3000/webhooks/screening' }],
    retryPolicy: { backoff: 'fixed', maxAttempts: 3 },
    paused: false,
    previousSecretExpiresAt: expect.any(String),
  });
  // The last command shows both secrets.
  expect(stdout).toContain(`"previousSecret":"${own?.secret}"`);
});
