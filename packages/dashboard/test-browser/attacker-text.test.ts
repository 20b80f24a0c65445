import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { hostileTexts, MARK, PROPERTY } from './support/hostile-texts.js';
import { hostileWorld } from './support/hostile-world.js';

const lists = [
  '/',
  '/endpoints',
  '/deliveries',
  '/events',
  '/verifications',
  '/trigger',
  '/faults',
  '/keys',
  '/candidates',
  '/invitations',
  '/reports',
  '/adverse-actions',
  '/packages',
  '/roles',
  '/imports',
  '/integrations',
  '/outbox',
  '/tenants',
];
// Lists whose rows show names.
const named = [
  '/endpoints',
  '/events',
  '/keys',
  '/candidates',
  '/roles',
  '/packages',
  '/integrations',
  '/imports',
  '/tenants',
];
// Buttons that open a dialog.
const ASKS = /^(Change|Edit|Revoke|Archive|Delete|Close)$/;
// The heights of a row with one line and with two. On a phone, where a line may wrap, a row may have twice the first.
const ROW = 41;
const TALL_ROW = 45;
// A page of 100 kB that is not folded would be longer.
const LONGEST_PAGE = 20_000;
/** The width of an early phone, and of a laptop. */
const widths = [360, 1280];

/** The damage that a text has done to a page. */
function damage(page: Page) {
  return page.evaluate(
    ([mark, property]) => {
      const addresses = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
        .flatMap((each) =>
          each
            .getAttributeNames()
            .filter((name) => name !== 'aria-label')
            .map((name) => each.getAttribute(name) ?? ''),
        )
        .filter((value) => /^\s*javascript:/i.test(value));
      // Bidirectional control characters must not affect the text around them.
      const loose: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const isClosed = node.parentElement?.closest('bdi, pre, option, textarea');
        if (!isClosed && /[\u202a-\u202e\u2066-\u2069]/.test(node.textContent ?? ''))
          loose.push(`${node.parentElement?.outerHTML.slice(0, 300)}`);
      }
      const root = document.documentElement;
      return {
        elements: document.querySelectorAll(`[${mark}], [onerror], [onload], iframe`).length,
        ran: property in globalThis,
        addresses,
        loose,
        overhang: root.scrollWidth - root.clientWidth,
        rows: [...document.querySelectorAll('tr[data-index]')].map(
          (row) => row.getBoundingClientRect().height,
        ),
        dialogs: [...document.querySelectorAll('dialog[open]')].map(
          (dialog) => dialog.scrollWidth - dialog.clientWidth,
        ),
        height: root.scrollHeight,
      };
    },
    [MARK, PROPERTY] as const,
  );
}

/** Fails if the page is damaged at any width. */
async function expectIntact(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const { rows, height, dialogs, ...harm } = await damage(page);
    const where = `${page.url()} at ${width}`;
    expect(harm, where).toEqual({
      elements: 0,
      ran: false,
      addresses: [],
      loose: [],
      overhang: 0,
    });
    // The rows of a roster also show the issues of each cell, so they are higher, but none may fill the window.
    const hasIssues = new URL(page.url()).pathname.startsWith('/imports/');
    const highest = hasIssues ? 640 : width < 640 ? 2 * ROW : TALL_ROW + 1;
    expect(
      rows.filter((row) => row < ROW - 1 || row > highest),
      `rows, ${where}`,
    ).toEqual([]);
    expect(
      dialogs.filter((overhang) => overhang > 0),
      `dialogs, ${where}`,
    ).toEqual([]);
    expect(height, where).toBeLessThan(LONGEST_PAGE);
  }
}

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await loaded(page);
  await page.waitForLoadState('networkidle').catch(() => {});
  await expect.poll(() => page.getByText('Loading').count()).toBe(0);
}

function headerOf(text: string): string {
  // Header values are bytes, and have no line ends.
  const line = text.replaceAll(/[\r\n]/g, ' ').slice(0, 10_000);
  return Buffer.from(line).toString('latin1').trim();
}

describeInBrowser('text of an attacker', () => {
  let sandbox: Sandbox;
  let answer = '';
  const details = new Map<string, readonly string[]>();
  beforeAll(async () => {
    sandbox = await startSandbox({
      deliverTo: () =>
        new Response(answer, {
          status: 400,
          headers: { 'x-note': headerOf(answer), server: headerOf(answer) },
        }),
    });
    for (const { name, text } of hostileTexts) {
      answer = text;
      details.set(name, await hostileWorld(sandbox, text));
    }
    const { error } = await sandbox.api.PATCH('/v1/account', {
      body: { name: hostileTexts.map(({ text }) => text.slice(0, 25)).join(' ') },
    });
    if (error) throw new Error(error.detail);
  });
  afterAll(() => sandbox.close());

  test.each(lists)('%s', async (path) => {
    const { page, visit } = await openDashboard(sandbox);
    page.on('dialog', () => expect.fail('A dialog was opened.'));
    await visit(path);
    await settled(page);
    await expectIntact(page);
  });

  test.each(hostileTexts.map(({ name }) => name))('objects with %s', async (name) => {
    const { page, visit } = await openDashboard(sandbox);
    page.on('dialog', () => expect.fail('A dialog was opened.'));
    for (const path of details.get(name) ?? []) {
      await visit(path);
      await settled(page);
      // Opens what is folded.
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      await settled(page);
      await expectIntact(page);
    }
  });

  test('dialogs about objects with such names', async () => {
    const { page, visit } = await openDashboard(sandbox);
    page.on('dialog', () => expect.fail('A dialog was opened.'));
    let opened = 0;
    const chosen = ['an element', 'turned text', 'lines', 'a long word'];
    for (const path of chosen.flatMap((name) => details.get(name) ?? [])) {
      await visit(path);
      await settled(page);
      const changes = page.getByRole('main').getByRole('button', { name: ASKS, disabled: false });
      const dialog = page.getByRole('dialog');
      for (const button of await changes.all()) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await button.click();
        await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
        await expectIntact(page);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        opened += 1;
      }
    }
    expect(opened).toBeGreaterThan(chosen.length * 4);
  });

  test('a key of any name can be revoked by typing what is asked for', async () => {
    const { page, visit } = await openDashboard(sandbox);
    for (const path of [...details.values()].flat()) {
      if (!path.startsWith('/keys/')) continue;
      await visit(path);
      await page.getByRole('button', { name: 'Revoke' }).click();
      const dialog = page.getByRole('dialog');
      const label = await dialog.getByText('This cannot be undone').innerText();
      const [, asked = ''] = /Type (.+) to confirm/.exec(label) ?? [];
      await dialog.getByLabel('This cannot be undone').fill(asked);
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('revoked', { exact: true }).first().waitFor();
      const id = path.split('/').at(-1) ?? '';
      const { data } = await sandbox.api.GET('/v1/api-keys/{id}', { params: { path: { id } } });
      expect(data?.revokedAt, label).not.toBeNull();
    }
  });

  test('every message of the outbox', async () => {
    const { page, visit } = await openDashboard(sandbox);
    await visit('/outbox');
    const messages = page.getByRole('navigation', { name: 'Messages' }).getByRole('link');
    await messages.first().waitFor();
    const written: string[] = [];
    for (const message of await messages.all()) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await message.click();
      await expectIntact(page);
      const text = page.getByRole('region', { name: 'Text of the message' });
      written.push((await text.textContent()) ?? '');
    }
    const [markup] = hostileTexts;
    expect(written.join('\n')).toContain(markup?.text.slice(0, 30));
  });

  test('the text is shown, as text', async () => {
    const { page, visit } = await openDashboard(sandbox);
    const [markup] = hostileTexts;
    if (!markup) throw new Error('There is no text.');
    const start = markup.text.slice(0, 30);
    const missing: string[] = [];
    for (const path of [...(details.get(markup.name) ?? []), ...named]) {
      await visit(path);
      await settled(page);
      if ((await page.getByRole('main').getByText(start).count()) === 0) missing.push(path);
    }
    expect(missing).toEqual([]);
  });
});
