import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ServiceWithDeliveries,
  startWithDeliveries,
} from '../../sandbox/test/support/start-with-deliveries.js';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';

const DELIVERIES = 100_000;
const LOADED = 3000;
/** The maximum number of rendered rows. */
const DRAWN = 100;

describeInBrowser('with 100,000 deliveries', () => {
  let service: ServiceWithDeliveries;
  beforeAll(async () => {
    service = await startWithDeliveries(DELIVERIES);
  });
  afterAll(() => service.close());

  async function read<Row>(path: string): Promise<readonly Row[]> {
    const headers = { authorization: `Bearer ${service.key}` };
    const { data }: { readonly data: readonly Row[] } = await (
      await fetch(service.url + path, { headers })
    ).json();
    return data;
  }

  test('the list scrolls through thousands of rows, and draws only those in view', async () => {
    const { page, visit } = await openDashboard(service);
    await visit('/deliveries');
    const list = page.getByRole('region', { name: 'Deliveries', exact: true });
    // One delivery a minute, newest first.
    const expectInOrder = async () => {
      const rows = await drawnRows(page);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(DRAWN);
      expect(rows).toEqual(rows.map(({ index }) => ({ index, id: `dlv_${DELIVERIES - index}` })));
    };
    await list.getByRole('link').first().waitFor();
    await expectInOrder();

    await list.hover();
    while ((await loadedRows(page)) < LOADED / 3) {
      await page.mouse.wheel(0, 2000);
      await expectInOrder();
    }
    await list.focus();
    while ((await loadedRows(page)) < LOADED) {
      const before = await loadedRows(page);
      await page.keyboard.press('End');
      await expect.poll(() => loadedRows(page)).toBeGreaterThan(before);
      await expectInOrder();
    }
    await page.keyboard.press('End');
    await expect
      .poll(async () => (await drawnRows(page)).at(-1)?.index)
      .toBeGreaterThanOrEqual(LOADED - 1);
    await expectInOrder();
    await expectAccessible(page);

    await list.focus();
    await page.keyboard.press('Home');
    await list.getByRole('row').nth(1).getByRole('link').waitFor();
    await expect
      .poll(async () => (await drawnRows(page)).at(0))
      .toEqual({ index: 0, id: `dlv_${DELIVERIES}` });
    await expectInOrder();
  });

  test('filters by status, endpoint, event type and time show the rows of the API', async () => {
    const { page, visit } = await openDashboard(service);
    await visit('/deliveries');
    const url = `${service.url}/sink/second`;
    const endpoints = await read<{ readonly id: string; readonly url: string }>(
      '/v1/webhook-endpoints',
    );
    const endpointId = endpoints.find((each) => each.url === url)?.id ?? '';
    const expectRows = async (filters: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ ...filters, limit: '100' });
      const ids = (await read<{ readonly id: string }>(`/v1/webhook-deliveries?${query}`)).map(
        ({ id }) => id,
      );
      const rows = page.getByRole('region', { name: 'Deliveries', exact: true });
      await expect
        .poll(
          async () => {
            const drawn = await drawnRows(page);
            return drawn.length > 0 && drawn.every(({ index, id }) => ids[index] === id);
          },
          { message: String(query) },
        )
        .toBe(true);
      await rows.getByRole('link').first().waitFor();
      return ids;
    };
    const status = page.getByRole('navigation', { name: 'Status' });
    const everything = await expectRows({});

    await status.getByRole('link', { name: 'Failed' }).click();
    const failed = await expectRows({ status: 'failed' });
    expect(failed).not.toEqual(everything);
    await page.goBack();
    await expectRows({});
    await page.goForward();
    await expectRows({ status: 'failed' });
    await status.getByRole('link', { name: 'All' }).click();
    await expectRows({});

    await page.getByLabel('Endpoint').selectOption({ label: url });
    expect(await expectRows({ endpointId })).not.toEqual(everything);
    await page.getByLabel('Event type').selectOption('document_verification.failed');
    const both = { endpointId, eventType: 'document_verification.failed' };
    await expectRows(both);
    const range = {
      createdAfter: '2026-02-01T00:00:00.000Z',
      createdBefore: '2026-02-01T03:00:00.000Z',
    };
    await page.getByText('More filters').click();
    // The reader's zone is UTC.
    await page.getByLabel('Created after (UTC)').fill('2026-02-01T00:00');
    await page.getByLabel('Created before (UTC)').fill('2026-02-01T03:00');
    const few = await expectRows({ ...both, ...range });
    expect(few.length).toBeLessThan(DRAWN);
    expect(await loadedRows(page)).toBe(few.length);
    // A link to the filtered list shows the same rows.
    await page.reload();
    await loaded(page);
    expect(await expectRows({ ...both, ...range })).toEqual(few);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectRows({});
  });
});

/** The rendered rows, by position in the list, with the deliveries that they link to. */
function drawnRows(
  page: Page,
): Promise<readonly { readonly index: number; readonly id: string }[]> {
  return page.locator('tr[data-index]').evaluateAll((rows) =>
    rows.map((row) => ({
      index: Number(row.getAttribute('data-index')),
      id: row.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '',
    })),
  );
}

/** The number of rows in the table, rendered or not. All have the same height. */
function loadedRows(page: Page): Promise<number> {
  return page.getByRole('table').evaluate((table) => {
    const row = table.querySelector('tr[data-index]')?.getBoundingClientRect().height ?? 0;
    const head = table.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    return Math.round((table.getBoundingClientRect().height - head) / row);
  });
}
