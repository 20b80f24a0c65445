import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { browser, PATIENCE } from './browser.js';
import { isKnownRequest } from './known-requests.js';
import { loaded } from './loaded.js';

/** The browser settings of a page. */
export interface View {
  readonly width?: number;
  /** The time zone of the reader. Default: `UTC`. */
  readonly timeZone?: string;
  /** Allowed console messages. Browsers log each refused request, so a test of refusals must allow them. */
  readonly expected?: RegExp;
}

/** A page of the dashboard in a browser that is signed in. */
export interface OpenDashboard {
  readonly page: Page;
  /** Opens a path of the service, and waits for the page. */
  visit(path: string): Promise<void>;
}

/**
 * Opens the dashboard with a one-time link. The test fails at its end if any page reported an error or a violation of its
 * policy, or sent a request that is not to the API or in the closed list.
 */
export async function openDashboard(
  sandbox: Pick<Sandbox, 'url' | 'dashboardUrl'>,
  { width = 1280, timeZone = 'UTC', expected }: View = {},
): Promise<OpenDashboard> {
  const context = await (await browser()).newContext({
    viewport: { width, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    locale: 'en-US',
    timezoneId: timeZone,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE);
  const wrong: string[] = [];
  await context.exposeBinding('reportViolation', (_source, text: string) => void wrong.push(text));
  await context.addInitScript(() => {
    // Browsers offer it only over HTTPS and on localhost, and a team may use the service over plain HTTP.
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(globalThis, 'reportViolation');
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  context.on('console', (message) => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning';
    if (isTrouble && !expected?.test(message.text())) {
      wrong.push(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => wrong.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isKnownRequest(sandbox.url, request))
      wrong.push(`request: ${request.method()} ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(await sandbox.dashboardUrl());
  await loaded(page);
  return {
    page,
    async visit(path) {
      await page.goto(sandbox.url + path);
      await loaded(page);
    },
  };
}
