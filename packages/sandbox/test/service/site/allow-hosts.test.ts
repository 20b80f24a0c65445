import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { allowHosts } from '../../../src/service/site/allow-hosts.js';

async function answer(publicUrl: string | undefined, host: string | undefined): Promise<string> {
  const app = new Hono().use(allowHosts(publicUrl)).get('/', (c) => c.text('allowed'));
  app.onError((error, c) => {
    expect(error).toMatchObject({ code: 'host_not_allowed' });
    return c.text(error.message, 421);
  });
  const headers: Record<string, string> = host === undefined ? {} : { host };
  const response = await app.request('http://none.invalid/', { headers });
  const text = await response.text();
  expect(response.status).toBe(text === 'allowed' ? 200 : 421);
  return text;
}

const HTTPS = 'https://screening.staging.example';
const OTHER_PORT = 'http://Screening.Staging.Example.:8080';
const IPV6 = 'http://[fd00::1]';

describe.each([undefined, HTTPS, OTHER_PORT])('with the public URL %s', (publicUrl) => {
  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:4010'])(
    'allows loopback: %s',
    async (host) => expect(await answer(publicUrl, host)).toBe('allowed'),
  );

  it.each([
    undefined,
    '',
    'rebound.example',
    'localhost.rebound.example',
    'rebound.example:4010',
    '127.0.0.1.rebound.example',
    'localhost:4010@rebound.example',
    'localhost:',
    '127.0.0.2',
    '0.0.0.0',
    'staging.example',
    'x.screening.staging.example',
    'screening.staging.example..',
    'screening.staging.example:',
    'screening.staging.example:80',
    'screening.staging.example:4010',
    'screening-staging.example',
  ])('refuses %j', async (host) => {
    const cure =
      publicUrl === undefined
        ? /^This host name is not allowed\. Use localhost\. .* --public-url http:\/\/host\.docker\.internal:4010/
        : `This host name is not allowed. Use localhost or ${publicUrl}, `;
    expect(await answer(publicUrl, host)).toMatch(cure);
  });
});

it.each([
  [HTTPS, 'screening.staging.example'],
  [HTTPS, 'SCREENING.staging.Example'],
  [HTTPS, 'screening.staging.example.'],
  [HTTPS, 'screening.staging.example:443'],
  [HTTPS, 'Screening.staging.example.:443'],
  [OTHER_PORT, 'screening.staging.example:8080'],
  [OTHER_PORT, 'SCREENING.STAGING.EXAMPLE.:8080'],
  [IPV6, '[fd00::1]'],
  [IPV6, '[FD00::1]:80'],
])('of %s, allows %s', async (publicUrl, host) => {
  expect(await answer(publicUrl, host)).toBe('allowed');
});

it.each([
  [OTHER_PORT, 'screening.staging.example'],
  [IPV6, '[fd00::1]:443'],
  [IPV6, '[fd00::2]'],
])('of %s, refuses %s', async (publicUrl, host) => {
  expect(await answer(publicUrl, host)).toContain('not allowed');
});
