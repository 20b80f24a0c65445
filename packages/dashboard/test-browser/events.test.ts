import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { listed } from '../test/support/listed.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openFromMenu } from '../test/support/open-from-menu.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

const COMPLETED = 'document_verification.completed';
const FAILED = 'document_verification.failed';

describeInBrowser('events', () => {
  test('a filter by type changes the address and the rows, and new events appear by themselves', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await visit('/events');
    await page.getByText('No events yet.').waitFor();
    await expectAccessible(page);
    const types = page.getByRole('region', { name: 'Events' }).locator('tbody a');

    await sandbox.trigger({ type: COMPLETED, count: 2 });
    await sandbox.trigger({ type: FAILED });
    await expect.poll(() => types.allTextContents()).toEqual([FAILED, COMPLETED, COMPLETED]);

    await page.getByLabel('Type').selectOption(FAILED);
    await expect.poll(() => types.allTextContents()).toEqual([FAILED]);
    const address = new URL(page.url());
    expect(address.pathname + address.search).toBe(`/events?type=${FAILED}`);
    await page.reload();
    await loaded(page);
    await expect.poll(() => types.allTextContents()).toEqual([FAILED]);

    await page.getByLabel('Type').selectOption('report.completed');
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => types.count()).toBe(3);
    expect(new URL(page.url()).search).toBe('');
  });

  test('Back undoes each filter, and a typed one as a whole', async () => {
    const { page, visit } = await openSandbox();
    await visit('/candidates');
    const search = page.getByRole('searchbox', { name: 'Search' });
    const query = (name: string) => () => new URL(page.url()).searchParams.get(name);

    await page.getByLabel('Status').selectOption('new');
    await expect.poll(query('status')).toBe('new');
    await search.fill('an');
    await expect.poll(query('q')).toBe('an');
    await search.fill('ana');
    await expect.poll(query('q')).toBe('ana');

    await page.goBack();
    await expect.poll(query('q')).toBe(null);
    await expect.poll(() => search.inputValue()).toBe('');
    expect(query('status')()).toBe('new');
    await page.goBack();
    await expect.poll(query('status')).toBe(null);
    await page.getByRole('heading', { level: 1, name: 'Candidates' }).waitFor();
  });

  test('a verification and a delivery lead to their event, which shows related objects, and the event leads to both', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const [endpoint] = sandbox.endpoints;
    await sandbox.api.PATCH('/v1/webhook-endpoints/{id}', {
      params: { path: { id: endpoint?.id ?? '' } },
      body: { includeRelated: true },
    });
    const { verificationId } = await sandbox.verifications.create({
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: 'RN1234' },
    });
    await sandbox.clock.drain();
    const [event] = await listed(sandbox.api.GET('/v1/events'));
    const [delivery] = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    if (!event || !delivery) throw new Error('There is no event or no delivery.');
    const { page, visit } = await openDashboard(sandbox);
    const path = () => new URL(page.url()).pathname;
    const json = async (name: string) =>
      JSON.parse((await page.getByRole('region', { name }).textContent()) ?? '');
    await visit(`/verifications/${verificationId}`);

    const card = page.getByRole('region', { name: 'Events', exact: true });
    await card.getByRole('link', { name: event.type }).click();

    expect(await json('Data as JSON')).toEqual(event.data);
    expect(await json('Related objects as JSON')).toEqual(event.related);
    expect(event.related).not.toBeNull();
    expect(path()).toBe(`/events/${event.id}`);
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Data', exact: true }).getByText('Copy').click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toBe(JSON.stringify(event.data, null, 2));
    await page.getByRole('button', { name: 'Copy as fixture' }).click();
    await expect.poll(clipboard).toContain(`The event of the delivery ${delivery.id}.`);

    const deliveries = page.getByRole('region', { name: 'Deliveries, table' });
    await deliveries.getByRole('row').getByText('succeeded', { exact: true }).waitFor();
    await deliveries.getByRole('link', { name: COMPLETED }).click();
    await expect.poll(path).toBe(`/deliveries/${delivery.id}`);
    await page.getByRole('link', { name: event.id, exact: true }).click();
    await page.getByRole('link', { name: verificationId, exact: true }).click();
    await expect.poll(path).toBe(`/verifications/${verificationId}`);
  });

  test('test events and previews are marked, and a test event does not link to its object, which does not exist', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const [endpoint] = sandbox.endpoints;
    if (!endpoint) throw new Error('The sandbox has no endpoint.');
    const { data: ofAccount } = await sandbox.api.POST('/v1/webhook-endpoints', {
      body: { url: 'https://account.receiver.localhost/', owner: 'account' },
    });
    if (!ofAccount) throw new Error('The endpoint was refused.');
    for (const [id, eventType] of [
      [endpoint.id, COMPLETED],
      [ofAccount.id, 'report.completed'],
    ] as const) {
      const { error } = await sandbox.api.POST('/v1/webhook-endpoints/{id}/test', {
        params: { path: { id } },
        body: { eventType },
      });
      if (error) throw new Error(error.detail);
    }
    await sandbox.trigger({ type: FAILED });
    const { page } = await openDashboard(sandbox);
    await openFromMenu(page, 'Events');
    const rows = page.getByRole('region', { name: 'Events' }).locator('tbody tr');
    const mark = (type: string) => rows.filter({ hasText: type }).locator('td').nth(1);
    await expect.poll(() => rows.count()).toBe(3);
    expect(await mark(COMPLETED).textContent()).toBe('test');
    expect(await mark('report.completed').textContent()).toBe('testpreview');
    expect(await mark(FAILED).innerText()).toBe('–');
    await page.getByLabel('Test').selectOption('true');
    await expect.poll(() => rows.count()).toBe(2);
    await expectAccessible(page);

    await rows.getByRole('link', { name: COMPLETED }).click();

    const facts = page.getByRole('region', { name: 'Details', exact: true });
    await facts.getByText('Yes. Its object does not exist.').waitFor();
    // The endpoint does not request related objects.
    expect(await page.getByText('Related objects').count()).toBe(0);
    // Links to its type, request and integration, but not to its object.
    const links = () =>
      facts.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await expect
      .poll(links)
      .toEqual([
        expect.stringMatching(/^\/catalogue\?type=document_verification\./),
        expect.stringMatching(/^\/requests\/req_/),
        expect.stringMatching(/^\/integrations\//),
      ]);
  });

  test('the catalogue shows a type with its fields and an example, and leads to its events and back', async () => {
    const { sandbox, page } = await openSandbox({ deliverTo: () => new Response() });
    await sandbox.trigger({ type: FAILED });
    const [event] = await listed(sandbox.api.GET('/v1/events'));
    if (!event) throw new Error('There is no event.');
    await openFromMenu(page, 'Event catalogue');
    const types = page.getByRole('navigation', { name: 'Event types' });
    const { data } = await sandbox.api.GET('/v1/event-types');
    const names = data?.data.map(({ type }) => type);
    expect(await types.getByRole('listitem').locator('bdi').allTextContents()).toEqual(names);

    await types.getByRole('link', { name: FAILED }).click();
    await page.getByRole('heading', { level: 2, name: FAILED }).waitFor();
    await page.getByText('emitted', { exact: true }).waitFor();
    const rows = page.getByRole('region', { name: 'Fields of data, table' }).locator('tbody tr');
    const fields = await rows.locator('td:first-child > code').allTextContents();
    expect(fields).toEqual(Object.keys(event.data));
    expect(await rows.filter({ hasText: 'errorMessage' }).locator('td').last().textContent()).toBe(
      'string or nullin this event: a message',
    );
    const example = page.getByRole('region', { name: 'Example as JSON' }).locator('pre');
    const shown = JSON.parse(String(await example.textContent()));
    expect(shown).toMatchObject({ type: FAILED, data: { verified: false } });
    expect(Object.keys(shown.data)).toEqual(fields);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await types.getByRole('link', { name: 'report.completed' }).click();
    await page.getByText('This event is not specified yet.').waitFor();
    await rows.first().waitFor({ state: 'detached' });
    await expectAccessible(page);

    await types.getByRole('link', { name: FAILED }).click();
    await page.getByRole('link', { name: 'Events of this type' }).click();
    await page.getByRole('region', { name: 'Events' }).getByRole('link', { name: FAILED }).click();
    const facts = page.getByRole('region', { name: 'Details', exact: true });
    await facts.getByText('Not an API request: ').waitFor();
    await facts.getByRole('link', { name: FAILED }).click();
    await page.getByRole('heading', { level: 1, name: 'Event catalogue' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?type=${FAILED}`);
  });
});
