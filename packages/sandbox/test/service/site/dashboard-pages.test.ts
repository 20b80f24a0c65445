import { expect, it } from 'vitest';
import { signIn } from '../../support/dashboard-browser.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

async function statusOf(path: string): Promise<number> {
  const browser = await signIn(service());
  return (await browser.send('GET', path)).status;
}

// Without a build, a page answers 503.
it('an id with a dot is part of a page, as any other id', async () => {
  const page = await statusOf('/events/evt_1');
  expect([200, 503]).toContain(page);
  expect(await statusOf('/events/evt_1.exe')).toBe(page);
  expect(await statusOf('/candidates/a.b/c.d')).toBe(page);
});

it.each(['/favicon.ico', '/robots.txt', '/assets/x.js', '/index.html', '/v1/x.y', '/files/x.pdf'])(
  'there is no page %s',
  async (path) => {
    expect(await statusOf(path)).toBe(404);
  },
);
