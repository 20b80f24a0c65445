import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { browser, PATIENCE } from './browser.js';

/** The page at /check, opened without a session. */
export interface OpenCheckPage {
  readonly page: Page;
  /** The URLs of the requests so far, without the blocked ones. */
  sent(): readonly string[];
  /** The URLs of the requests that the Content-Security-Policy has blocked so far. */
  blocked(): readonly string[];
  /** The directives of the policy that the page has violated so far. */
  readonly violations: readonly string[];
}

/** @param options `secure`: whether the page has Web Crypto, which browsers do not offer over plain HTTP. */
export async function openCheckPage(
  { url }: Pick<Sandbox, 'url'>,
  { width = 1280, secure = true } = {},
): Promise<OpenCheckPage> {
  const context = await (await browser()).newContext({
    viewport: { width, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE);
  onTestFinished(() => context.close());
  const requests: Request[] = [];
  const isBlocked = (request: Request): boolean => request.failure()?.errorText === 'csp';
  const addresses = (blocked: boolean): readonly string[] =>
    requests.filter((each) => isBlocked(each) === blocked).map((each) => each.url());
  const violations: string[] = [];
  context.on('request', (request) => void requests.push(request));
  await context.exposeBinding('reportViolation', (_source, text: string) => {
    violations.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      Reflect.get(globalThis, 'reportViolation')(effectiveDirective);
    });
  });
  if (!secure) {
    await context.addInitScript(() => void Reflect.deleteProperty(Crypto.prototype, 'subtle'));
  }
  const page = await context.newPage();
  await page.goto(`${url}/check`);
  return { page, sent: () => addresses(false), blocked: () => addresses(true), violations };
}

/** The input of a check. */
export interface Entered {
  readonly header: string;
  readonly body: string;
  readonly secret: string;
  /** Default: now. */
  readonly arrived?: string;
}

/** Fills in the fields, presses the button, and reads the result. */
export async function checkOn(
  page: Page,
  { header, body, secret, arrived = '' }: Entered,
): Promise<string> {
  await page.getByLabel('Headers').fill(header);
  await page.getByLabel('Body', { exact: true }).fill(body);
  await page.getByLabel('Arrived at').fill(arrived);
  await page.getByLabel('Signing secret').fill(secret);
  await page.getByRole('button', { name: 'Check' }).click();
  return resultOn(page);
}

/** Waits for the result and returns its text. */
export async function resultOn(page: Page): Promise<string> {
  const result = page.getByRole('region', { name: 'Result' });
  await result
    .getByText(/^(It verifies:|It does not verify:|The signature is genuine, but) /)
    .waitFor();
  return result.innerText();
}
