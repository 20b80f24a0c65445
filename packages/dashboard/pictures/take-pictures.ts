import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import type { Browser, Page } from 'playwright-core';
import { loaded } from '../test/support/loaded.js';

/** The size of each picture in pixels. */
export const pictureSize = { width: 1280, height: 800 } as const;

const START = '2026-03-02T06:00:00.000Z';
/** For each hour, the number of completed verifications, and whether the receiver fails. */
const day = [
  [3, false],
  [5, false],
  [8, false],
  [2, true],
  [9, false],
  [6, false],
  [7, false],
  [4, false],
] as const;
const themes = ['light', 'dark'] as const;

/** Takes the pictures of the READMEs, in light and dark. They show the demo data at a fixed time. Returns their names. */
export async function takePictures(browser: Browser, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  let answersFailure = false;
  const sandbox = await startSandbox({
    seed: 'demo',
    clock: { at: START },
    signatureClock: 'virtual',
    deliverTo: () =>
      answersFailure
        ? new Response('relation "licenses" does not exist', { status: 500 })
        : new Response(),
  });
  try {
    for (const [count, fails] of day) {
      answersFailure = fails;
      await sandbox.trigger({ type: 'document_verification.completed', count });
      await sandbox.trigger({ type: 'document_verification.failed' });
      await sandbox.clock.advance('1h');
    }
    answersFailure = true;
    await sandbox.trigger({ type: 'document_verification.completed' });
    // Three attempts.
    await sandbox.clock.advance('4m');
    const paths = await pathsOf(sandbox);
    const names: string[] = [];
    for (const theme of themes) {
      const page = await openPage(browser, sandbox, theme);
      for (const [name, path] of Object.entries(paths)) {
        await show(page, sandbox.url + path);
        names.push(`${name}-${theme}.png`);
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        await writeFile(join(folder, `${name}-${theme}.png`), png);
      }
      await page.context().close();
    }
    return names;
  } finally {
    await sandbox.close();
  }
}

/** The page of each picture. */
async function pathsOf(sandbox: Sandbox): Promise<Readonly<Record<string, string>>> {
  const [endpoint] = sandbox.endpoints;
  const [newest] = (await sandbox.deliveries.list({ status: 'retrying' })).data;
  if (!endpoint || !newest) throw new Error('The demo world has no endpoint or no delivery.');
  return {
    home: '/',
    deliveries: '/deliveries',
    delivery: `/deliveries/${newest.id}`,
    endpoint: `/endpoints/${endpoint.id}`,
  };
}

async function openPage(
  browser: Browser,
  sandbox: Sandbox,
  theme: (typeof themes)[number],
): Promise<Page> {
  const context = await browser.newContext({
    viewport: pictureSize,
    deviceScaleFactor: 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  // The duration of an attempt is real time, which is never the same twice.
  await context.route('**/v1/webhook-deliveries/*', async (route) => {
    if (route.request().headers()['accept'] === 'text/event-stream') return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({
      response,
      body: body.replaceAll(/"durationMs":\d+/g, '"durationMs":38'),
    });
  });
  const page = await context.newPage();
  await page.goto(await sandbox.dashboardUrl());
  return page;
}

/** Opens a page, and waits for all its content. */
async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await loaded(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}
