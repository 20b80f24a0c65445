import type { Browser } from 'playwright-core';
import { afterAll, describe, inject } from 'vitest';
import type {} from './chromium.js';
import { launchBrowser } from './launch-browser.js';

const program = inject('chromium');

/** `describe` for tests in a browser. Skipped if none can be installed: set CHROME to the path of a browser. */
export const describeInBrowser = describe.skipIf(program === null);

/** The timeout for a page, in milliseconds. Only ends a hang. */
export const PATIENCE = 240_000;

let launched: Promise<Browser> | undefined;

/** The browser of this test file. */
export function browser(): Promise<Browser> {
  if (program === null) throw new Error('There is no Chromium for this machine: set CHROME.');
  launched ??= launchBrowser(program);
  return launched;
}

afterAll(async () => {
  const running = await launched;
  launched = undefined;
  await running?.close();
});
