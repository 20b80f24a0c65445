import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { listed } from '../test/support/listed.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('the search of everything', () => {
  test('finds pages, objects by their ids, and objects by what the API searches, by keyboard alone', async () => {
    const { sandbox, page, visit } = await openSandbox({ seed: 'demo' });
    const [candidate] = await listed(sandbox.api.GET('/v1/candidates'));
    const [endpoint] = await listed(sandbox.api.GET('/v1/webhook-endpoints'));
    const path = () => new URL(page.url()).pathname;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const options = dialog.getByRole('option');
    const search = async (text: string) => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox', { name: 'Page, action, ID or name' }).waitFor();
      await page.keyboard.type(text);
    };
    await visit('/deliveries');
    await page.getByRole('search').waitFor();

    await search('adverse');
    await expect.poll(() => options.allTextContents()).toEqual(['Adverse actionsScreening']);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(path).toBe('/adverse-actions');
    await dialog.waitFor({ state: 'detached' });

    await search(String(candidate?.id));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${candidate?.firstName}` }).waitFor();
    expect(path()).toBe(`/candidates/${candidate?.id}`);

    for (const [text, opened] of [
      [String(candidate?.lastName), /^\/candidates\/cand_/],
      ['registered', /^\/roles\/role_/],
      [String(endpoint?.url), /^\/endpoints\/we_/],
    ] as const) {
      await visit('/');
      await search(text);
      await options.first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(path).toMatch(opened);
    }

    await search('no such thing');
    await dialog.getByRole('status').getByText('Nothing has this name').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('finds every kind of object by its id and by an external id, and offers nothing that does not exist', async () => {
    const sandbox = await startedSandbox({ seed: 'demo', deliverTo: () => new Response() });
    const { api } = sandbox;
    const externalId = 'order-4711';
    await sandbox.verifications.create({
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: 'RN1234' },
      externalId,
    });
    await sandbox.clock.drain();
    await sandbox.fault({ kind: 'http_500', match: { operationId: 'provisionTenant' } });
    const expected = /status of 404/;
    const { page, visit } = await openDashboard(sandbox, { expected });
    const address = () => new URL(page.url()).pathname + new URL(page.url()).search;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = dialog.getByRole('combobox');
    const found = (kind: string) =>
      dialog.getByRole('option').filter({ has: page.getByText(kind, { exact: true }) });
    const inOutbox = await page.evaluate(async () => (await fetch('/_sandbox/outbox')).json());
    const faults = await page.evaluate(async () => (await fetch('/_sandbox/faults')).json());
    const first = (rows: readonly { readonly id: string }[]) => rows[0]?.id ?? '';
    const [verification] = await listed(api.GET('/v1/document-verifications'));
    const [tenant] = await listed(api.GET('/v1/partner/tenants'));
    const ids: readonly (readonly [kind: string, id: string, where: string])[] = [
      ['Adverse action', first(await listed(api.GET('/v1/adverse-actions'))), '/adverse-actions/'],
      ['Candidate', first(await listed(api.GET('/v1/candidates'))), '/candidates/'],
      ['Delivery', first(await listed(api.GET('/v1/webhook-deliveries'))), '/deliveries/'],
      ['Verification', verification?.verificationId ?? '', '/verifications/'],
      ['Event', first(await listed(api.GET('/v1/events'))), '/events/'],
      ['Import', first(await listed(api.GET('/v1/bulk-imports'))), '/imports/'],
      ['Integration', first(await listed(api.GET('/v1/integrations'))), '/integrations/'],
      ['Invitation', first(await listed(api.GET('/v1/invitations'))), '/invitations/'],
      ['API key', first(await listed(api.GET('/v1/api-keys'))), '/keys/'],
      ['Package', first(await listed(api.GET('/v1/packages'))), '/packages/'],
      ['Request', first(await listed(api.GET('/v1/api-requests'))), '/requests/'],
      ['Role', first(await listed(api.GET('/v1/roles'))), '/roles/'],
      ['Report', first(await listed(api.GET('/v1/reports'))), '/reports/'],
      ['Tenant', tenant?.tenantId ?? '', '/tenants/'],
      ['Endpoint', first(await listed(api.GET('/v1/webhook-endpoints'))), '/endpoints/'],
      [
        'Verification session',
        first(await listed(api.GET('/v1/verification-sessions'))),
        '/sessions/',
      ],
      ['Onboarding', first(await listed(api.GET('/v1/onboardings'))), '/onboardings/'],
      ['Mail', first(inOutbox.data), `/outbox?message=${first(inOutbox.data)}`],
      ['Fault', first(faults.data), '/faults'],
    ];
    await visit('/settings');
    for (const [kind, id, where] of ids) {
      await page.keyboard.press('Control+k');
      await field.fill(id);
      await found(kind).filter({ hasText: id }).click();
      await expect.poll(address).toBe(where.endsWith('/') ? where + id : where);
      if (!where.endsWith('/') || /^(evt|req)_/.test(id)) continue;
      const requests = page.getByRole('link', { name: 'Its requests' });
      await expect.poll(() => requests.getAttribute('href')).toBe(`/requests?objectId=${id}`);
    }

    await page.keyboard.press('Control+k');
    for (const prefix of new Set(ids.map(([, id]) => id.split('_')[0]))) {
      await field.fill(`${prefix}_doesnotexist`);
      await dialog.getByRole('status').getByText('Nothing has this ID.').waitFor();
      expect(await dialog.getByRole('option').count()).toBe(0);
    }
    await field.fill(externalId);
    for (const kind of ['Verification', 'Event', 'Delivery'])
      await found(kind)
        .filter({ hasText: `${externalId}: ` })
        .waitFor();
    // These have no page, or the API does not search them by name.
    for (const [text, kind] of [
      ['rn-license', 'Document'],
      ['Registered nurse', 'Document'],
      ['ssn-trace', 'Check'],
      ['demo integration', 'Integration'],
      ['intake form', 'API key'],
      ['report.completed', 'Event type'],
    ] as const) {
      await field.fill(text);
      await found(kind).first().waitFor();
    }
    expect(await found('The dashboard').count()).toBe(0);
  });

  test('runs actions: the dialog of a page is open, and what has no page is done at once', async () => {
    const { page, visit } = await openSandbox({ seed: 'none' });
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = dialog.getByRole('combobox');
    const run = async (text: string, name: string) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
      await expect
        .poll(() => dialog.getByRole('option').allTextContents())
        .toEqual([`${name}Action`]);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await visit('/candidates');
    // The page has two buttons for it, and one dialog.
    for (const [text, name] of [
      ['create candi', 'Create a candidate'],
      ['add end', 'Add an endpoint'],
      ['create key', 'Create a key'],
      ['verify', 'Verify a document'],
      ['create session', 'Create a verification session'],
      ['create conf', 'Create a document configuration'],
      ['invite', 'Invite a candidate'],
      ['order', 'Order a report'],
      ['create package', 'Create a package'],
      ['create role', 'Create a role'],
      ['roster', 'Upload a roster'],
      ['create integration', 'Create an integration'],
      ['provision', 'Provision a tenant'],
    ] as const) {
      await run(text, name);
      const opened = page.getByRole('dialog');
      await opened.waitFor();
      expect(await opened.count(), name).toBe(1);
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    const frozen = page.getByRole('region', { name: 'Clock' }).getByText('Frozen');
    await run('run clock', 'Run the clock');
    await frozen.waitFor({ state: 'detached' });
    await run('freeze', 'Freeze the clock');
    await frozen.waitFor();
    await run('dark', 'Dark theme');
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(
      true,
    );
  });

  test('is opened by its button and at the shortcuts by `?`, and neither while somebody types', async () => {
    const { page, visit } = await openSandbox({ seed: 'demo' }, { width: 390 });
    await visit('/candidates');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = page.getByRole('search').getByLabel('Search by name');
    await field.click();
    await page.keyboard.type('?');
    expect(await field.inputValue()).toBe('?');
    expect(await dialog.count()).toBe(0);

    const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await button.click();
    await dialog.getByRole('combobox').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);

    await page.keyboard.press('?');
    const shortcuts = dialog.getByRole('heading', { name: 'Keyboard shortcuts' });
    await expect
      .poll(() => shortcuts.evaluate((each) => each === document.activeElement))
      .toBe(true);
    await dialog.getByText('g d', { exact: true }).waitFor();

    // The field does not move, whatever is found. The shortcuts make room.
    const typed = dialog.getByRole('combobox');
    const place = await typed.boundingBox();
    await typed.fill('endpoint');
    await shortcuts.waitFor({ state: 'detached' });
    expect(await typed.boundingBox()).toEqual(place);
  });
});
