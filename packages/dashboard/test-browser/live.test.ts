import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page, Request } from 'playwright-core';
import {
  type BufferingProxy,
  startBufferingProxy,
} from 'screening-webhooks-test-support/buffering-proxy';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test } from 'vitest';
import { startCommand } from '../../sandbox/test-slow/support/start-command.js';
import { describeInBrowser } from '../test/support/browser.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

const STREAM = '/v1/webhook-deliveries/stream';
const PATIENCE = { timeout: 60_000 };

/** All streams that the tabs of a browser have opened, and the ones still open. */
function watchStreams(page: Page) {
  const all: Request[] = [];
  const ended = new Set<Request>();
  const context = page.context();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === STREAM) all.push(request);
  });
  context.on('requestfailed', (request) => ended.add(request));
  context.on('requestfinished', (request) => ended.add(request));
  const isOpen = (request: Request) => !ended.has(request) && !request.frame().page().isClosed();
  return { all, open: () => all.filter(isOpen) };
}

async function trigger(sandbox: Sandbox, count = 1): Promise<void> {
  await sandbox.trigger({ type: 'document_verification.completed', count });
}

/** The number of rows in the table of a page, drawn or not. Does not count the header or the loading row. */
async function rowCount(page: Page): Promise<number> {
  const table = page.getByRole('region', { name: 'Deliveries' }).getByRole('table');
  if ((await table.count()) === 0) return 0;
  // The next page of a list is read when its end comes into view.
  await table.evaluate((each) => each.parentElement?.scrollTo(0, each.scrollHeight));
  return Number(await table.getAttribute('aria-rowcount')) - 1;
}

/** The number of deliveries in the API, by status. */
async function countByStatus(sandbox: Sandbox): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  let cursor: string | null | undefined;
  do {
    const query = { limit: 100, ...(cursor ? { cursor } : {}) };
    const { data } = await sandbox.api.GET('/v1/webhook-deliveries', { params: { query } });
    for (const { status } of data?.data ?? []) counts[status] = (counts[status] ?? 0) + 1;
    cursor = data?.nextCursor;
  } while (cursor);
  return counts;
}

/** A sandbox as seen through a proxy. */
function behind({ url }: BufferingProxy, sandbox: Sandbox) {
  return {
    url,
    dashboardUrl: async () => (await sandbox.dashboardUrl()).replace(sandbox.url, url),
  };
}

describeInBrowser('live', () => {
  test('the tabs of a browser share one stream, and another tab takes over when the first is closed', async () => {
    const { sandbox, page: first, visit } = await openSandbox({ deliverTo: () => new Response() });
    const streams = watchStreams(first);
    await visit('/deliveries');
    await first.getByText('No deliveries yet.').waitFor();
    await expect.poll(() => streams.open().length).toBe(1);
    const second = await first.context().newPage();
    await second.goto(`${sandbox.url}/deliveries`);
    await second.getByText('No deliveries yet.').waitFor();

    await trigger(sandbox);
    for (const tab of [first, second]) await expect.poll(() => rowCount(tab), PATIENCE).toBe(1);
    await sandbox.clock.settle();
    for (const tab of [first, second]) {
      await tab.getByRole('row').getByText('succeeded', { exact: true }).waitFor();
    }
    expect(streams.open()).toHaveLength(1);
    expect(streams.open()[0]?.frame().page()).toBe(first);

    await first.close();
    // Perhaps no stream is open now. The tab must show the delivery anyway.
    await trigger(sandbox);
    await expect.poll(() => rowCount(second), PATIENCE).toBe(2);
    await expect.poll(() => streams.open().map((each) => each.frame().page())).toEqual([second]);
    await sandbox.clock.settle();
    const succeeded = second.getByRole('row').getByText('succeeded', { exact: true });
    await expect.poll(() => succeeded.count(), PATIENCE).toBe(2);
    expect(streams.open()).toHaveLength(1);
  });

  test('a logout in one tab takes the other tabs to the login', async () => {
    const sandbox = await startedSandbox();
    const { page: first, visit } = await openDashboard(sandbox, {
      expected: /the server responded with a status of 401/,
    });
    await visit('/deliveries');
    const others = [await first.context().newPage(), await first.context().newPage()];
    for (const tab of others) {
      await tab.goto(`${sandbox.url}/endpoints`);
      await loaded(tab);
      await tab.getByRole('heading', { level: 1, name: 'Endpoints' }).waitFor();
    }

    await first.getByRole('button', { name: 'Sign out' }).click();

    for (const tab of [first, ...others]) {
      await expect.poll(() => new URL(tab.url()).pathname, PATIENCE).toBe('/login');
    }
  });

  test('a page that is opened while the service does not answer opens when it is back; when it has stopped, the page says so and stays', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    await trigger(sandbox);
    const { page, visit } = await openDashboard(sandbox, {
      expected: /net::ERR_/,
    });
    await visit('/deliveries');
    await expect.poll(() => rowCount(page)).toBe(1);
    await expect.poll(() => page.getByText('Not live').count(), PATIENCE).toBe(0);

    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Packages' }).click();
    await page.getByText('This page continues when the service is back').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    expect(await rowCount(page)).toBe(1);
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Packages' }).waitFor();
    await expect
      .poll(() => page.getByText('This page continues when the service is back').count())
      .toBe(0);
    await page.goBack();
    await expect.poll(() => rowCount(page)).toBe(1);
    await expect.poll(() => page.getByText('Not live').count(), PATIENCE).toBe(0);

    await sandbox.close();

    await page.getByRole('status').getByText('Not live').waitFor({ timeout: 60_000 });
    // The loaded rows stay, and a list that cannot be loaded says why.
    expect(await rowCount(page)).toBe(1);
    const filter = page.getByRole('navigation', { name: 'Status' });
    await filter.getByRole('link', { name: 'Failed' }).click();
    await page.getByText('The service does not answer').first().waitFor({ timeout: 60_000 });
    // A link outside the dashboard must not lead to the browser's error page.
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByText('Try again when it is back').waitFor();
    expect(new URL(page.url()).pathname).toBe('/deliveries');
  });

  test('after a restart an open page continues by itself, and a form keeps its input', async () => {
    const env = { XDG_RUNTIME_DIR: scratchFolder() };
    const flags = ['--seed', 'none', '--frozen', '--forward-to', 'http://localhost:9/'];
    const killed = await startCommand(flags, { env });
    const { url, control } = killed;
    const dashboardUrl = async () => JSON.parse((await control('/login-links', {})).text).url;
    const { page, visit } = await openDashboard(
      { url, dashboardUrl },
      { expected: /net::ERR_|the server responded with a status of 503/ },
    );
    await visit('/deliveries');
    await page.getByText('No deliveries yet.').waitFor();
    const form = await page.context().newPage();
    await form.goto(`${url}/keys`);
    await loaded(form);
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByLabel('Label').fill('Kept');
    await form.getByLabel('Scope').selectOption({ label: 'Full access' });
    const create = form.getByRole('dialog').getByRole('button', { name: 'Create key' });

    killed.child.kill('SIGKILL');
    await killed.ended;
    await create.click();
    await form.getByText('The service does not answer.').first().waitFor();
    const again = await startCommand([...flags, '--port', new URL(url).port], { env });

    await create.click();
    await form.getByRole('heading', { name: 'Copy the key now' }).waitFor();
    expect(JSON.parse((await again.call('/v1/api-keys')).text).data).toContainEqual(
      expect.objectContaining({ label: 'Kept' }),
    );
    // Without a click.
    await again.control('/trigger', { type: 'document_verification.completed' });
    await expect.poll(() => rowCount(page), PATIENCE).toBe(1);
    await page.reload();
    await loaded(page);
    await expect.poll(() => rowCount(page), PATIENCE).toBe(1);
  });

  test('behind a proxy that buffers answers, deliveries are shown as they arrive', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const { page, visit } = await openDashboard(
      behind(await startBufferingProxy(sandbox.url), sandbox),
    );
    await visit('/deliveries');
    await page.getByText('No deliveries yet.').waitFor();
    await trigger(sandbox);
    await expect.poll(() => rowCount(page), PATIENCE).toBe(1);
  });

  test('a page that gets no events is not live and says why, in each tab; once they arrive, it catches up', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const proxy = await startBufferingProxy(sandbox.url, false);
    const { page, visit } = await openDashboard(behind(proxy, sandbox));
    await visit('/deliveries');
    await page.getByText('No deliveries yet.').waitFor();
    const reason = /^Not live: .* a proxy may be .* without buffering/;
    await page.getByRole('status').getByText(reason).waitFor();
    // The service itself still answers.
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(/\/docs$/);
    await visit('/deliveries');
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) await tab.getByRole('status').getByText(reason).waitFor();
    await trigger(sandbox);
    expect(await rowCount(page)).toBe(0);

    proxy.release();

    for (const tab of [page, other]) {
      await tab.getByText('Not live').waitFor({ state: 'detached' });
      await expect.poll(() => rowCount(tab), PATIENCE).toBe(1);
    }
  });

  test('a burst of 300 deliveries is shown as the API has it, and a row leaves a filter that it no longer fits, also far down in the list', async () => {
    let isBroken = true;
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status: isBroken ? 500 : 200 }),
    });
    await visit('/deliveries');
    await page.getByText('No deliveries yet.').waitFor();
    for (const wait of ['30s', undefined]) {
      await trigger(sandbox, 100);
      await trigger(sandbox, 50);
      await sandbox.clock.settle();
      if (wait) await sandbox.clock.advance(wait);
    }
    await expect.poll(() => rowCount(page), PATIENCE).toBe(300);
    const filter = page.getByRole('navigation', { name: 'Status' });
    await filter.getByRole('link', { name: 'Failed' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await filter.getByRole('link', { name: 'retrying' }).click();
    await expect.poll(() => rowCount(page), PATIENCE).toBe(300);

    isBroken = false;
    await sandbox.clock.advance('30s');

    expect(await countByStatus(sandbox)).toEqual({ retrying: 150, succeeded: 150 });
    await expect.poll(() => rowCount(page), PATIENCE).toBe(150);
    await filter.getByRole('link', { name: 'succeeded' }).click();
    await expect.poll(() => rowCount(page), PATIENCE).toBe(150);
  });
});
