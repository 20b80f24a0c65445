import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesIn } from '../../../.ci/cached-build.mjs';
import { exampleRepository as repository } from '../../../.ci/repository.mjs';
import {
  browser,
  describeInBrowser,
  PATIENCE,
} from '../../../packages/dashboard/test/support/browser.js';
import { base, builtSite } from './support/built-site.ts';
import { deadLinks } from './support/dead-links.ts';
import { type Contrasts, problemsOnPage } from './support/problems-on-page.ts';
import { type ServedFolder, serveFolder } from './support/serve-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await builtSite();
});

test('each link of each page leads to a page, and each anchor to a part of it', () => {
  expect(deadLinks({ folder, base, repository })).toEqual([]);
});

describeInBrowser('in a browser', () => {
  const phone = { width: 390, height: 844 };
  const desk = { width: 1280, height: 800 };
  let served: ServedFolder;
  let context: BrowserContext;
  let page: Page;
  let problems: string[] = [];
  beforeAll(async () => {
    served = await serveFolder(folder, base);
    context = await (await browser()).newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(PATIENCE);
    context.on('console', (message) => {
      const isTrouble = message.type() === 'error' || message.type() === 'warning';
      if (isTrouble) problems.push(`${message.page()?.url()}: ${message.text()}`);
    });
    context.on('weberror', (error) => problems.push(error.error().message));
    context.on('request', (request) => {
      if (!request.url().startsWith(served.url)) problems.push(`request: ${request.url()}`);
    });
    page = await context.newPage();
  });
  afterAll(async () => {
    await context.close();
    await served.close();
  });

  /** Opens a page, and waits until its script runs. Earlier reports are collected. */
  const open = async (path: string) => {
    await page.goto(served.url + path);
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  };
  const look = async (paths: readonly string[], contrasts: Contrasts) => {
    problems = [];
    for (const path of paths) {
      await open(path);
      problems.push(...(await problemsOnPage(page, contrasts)));
    }
    // As text: the summary of a failed test shows no items of an array.
    expect(problems.join('\n')).toBe('');
  };

  test('every page opens on a phone without an error or a request elsewhere, and axe finds nothing', async () => {
    await page.setViewportSize(phone);
    const pages = filesIn(folder)
      .filter((file) => file.endsWith('.html'))
      .map((file) => file.slice(folder.length));
    expect(pages.length).toBeGreaterThan(120);
    await look(pages, 'left out');
  });

  test('each kind of page opens on a desk and on a phone with enough contrast', async () => {
    const kinds = ['start', 'frameworks/koa', 'sandbox/states', 'rest/reports', 'api/koa'];
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await look(['/', ...kinds.map((kind) => `/${kind}.html`)], 'measured');
    }
  });

  test('the search finds a word without a server', async () => {
    problems = [];
    await page.setViewportSize(desk);
    await open('/start.html');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('dedupe');
    const found = page.getByRole('option');
    await found.first().waitFor();
    expect((await found.allTextContents()).join(' ')).toMatch(/dedupe store/i);
    problems.push(...(await problemsOnPage(page, 'measured')));
    expect(problems.join('\n')).toBe('');
    await found.first().click();
    await page.waitForURL(/\.html#/);
  });

  test.each(['timeout', '401', 'retry schedule', 'idempotency', 'csrf', 'python'])(
    'the search finds a guide before the reference: %s',
    async (words) => {
      await open('/start.html');
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByRole('searchbox').fill(words);
      const found = page.getByRole('option');
      await found.first().waitFor();
      const addresses = await found.evaluateAll((all) =>
        all.map((each) => each.getAttribute('href')),
      );
      const isReference = (address: string | null) => /\/(?:api|rest)\//.test(address ?? '');
      expect(addresses.slice(0, 3).filter(isReference)).toEqual([]);
    },
  );

  test('a page leads to where it is changed, if a person writes it, and to the sources that it names', async () => {
    const to = (name: string) => page.getByRole('link', { name });
    for (const [path, source] of [
      ['start', 'README.md'],
      ['frameworks/koa', 'packages/koa/README.md'],
      ['frameworks/fly', 'docs/frameworks.md'],
    ]) {
      await open(`/${path}.html`);
      const address = await to('Change this page').getAttribute('href');
      expect(address).toBe(`${repository}/edit/main/${source}`);
    }
    for (const path of ['rest/reports', 'api/koa']) {
      await open(`/${path}.html`);
      expect(await to('Change this page').count()).toBe(0);
    }
    await open('/packages/core.html');
    const options = 'packages/core/src/receiver/options.ts';
    expect(await to('options.ts').getAttribute('href')).toBe(`${repository}/blob/main/${options}`);
    const icon = page.locator(`.VPNavBarSocialLinks a[href="${repository}"]`);
    expect(await icon.count()).toBe(1);
  });

  test('a package manager that is chosen once is shown on all pages', async () => {
    const shown = (text: string) => page.getByRole('main').getByText(text).first();
    await open('/start.html');
    await page.getByText('deno', { exact: true }).first().click();
    await shown('deno add npm:@screening-webhooks/express').waitFor();
    await open('/frameworks/koa.html');
    await shown('deno add npm:koa').waitFor();
  });
});
