import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

const refused = (status: number) => new RegExp(`the server responded with a status of ${status}`);

/** Opens the form of a new key and fills it in. */
async function newKey(page: Page, label: string, scope = 'Full access'): Promise<Locator> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill(label);
  await dialog.getByLabel('Scope').selectOption({ label: scope });
  return dialog;
}

/** Ends the session in the service, while the browser keeps its cookie. */
async function endSession(url: string, context: BrowserContext, page: Page): Promise<void> {
  const cookies = await context.cookies();
  const content = await page.locator('meta[name=session]').getAttribute('content');
  const { csrfToken } = JSON.parse(content ?? '{}');
  const answer = await fetch(`${url}/logout`, {
    method: 'POST',
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: url,
    },
    body: new URLSearchParams({ csrf: csrfToken }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

describeInBrowser('errors', () => {
  test('a refused form says why, shows the request id, and has the focus in the field that is wrong', async () => {
    const { sandbox, page, visit } = await openSandbox({}, { expected: refused(422) });
    await visit('/keys');
    const dialog = await newKey(page, 'Web form', 'Create candidates');
    const origins = dialog.getByLabel('Allowed origins');
    await origins.fill('https://www.example.com\nhttps://www.example.com/apply');
    const answered = page.waitForResponse((each) => each.request().method() === 'POST');
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter');

    const problem = await (await answered).json();
    const note = dialog.getByRole('alert');
    // The reason is beside the field, and only there.
    await note.getByText('Fix the highlighted fields.', { exact: true }).waitFor();
    const request = note.getByRole('link', { name: problem.requestId, exact: true });
    expect(await request.getAttribute('href')).toBe(`/requests/${problem.requestId}`);
    expect(problem.requestId).toMatch(/^req_/);
    expect(await note.textContent()).toContain(`fields. Request ID: ${problem.requestId}`);
    const [field] = problem.errors;
    expect(field.param).toBe('allowedOrigins.1');
    await expect.poll(() => origins.evaluate((each) => each === document.activeElement)).toBe(true);
    const described = await origins.evaluate((each) =>
      (each.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
    expect(described).toContain('Enter a scheme, host and port, such as https://www.example.com.');
    expect(await origins.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);

    // The input is still there, and can be corrected.
    await origins.fill('https://www.example.com');
    await dialog.getByRole('button', { name: 'Create key' }).click();

    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor();
    const { data } = await sandbox.api.GET('/v1/api-keys');
    expect(data?.data.find(({ label }) => label === 'Web form')?.allowedOrigins).toEqual([
      'https://www.example.com',
    ]);
  });

  test('a refusal without a field leaves the focus on the button that was pressed', async () => {
    const { sandbox, page, visit } = await openSandbox({}, { expected: refused(500) });
    await visit('/keys');
    const dialog = await newKey(page, 'Once more');
    await sandbox.fault({ kind: 'http_500', match: { operationId: 'createApiKey' } });
    const submit = dialog.getByRole('button', { name: 'Create key' });
    await submit.press('Enter');

    await dialog.getByRole('alert').getByText('The sandbox injected this failure').waitFor();
    expect(await submit.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');

    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor();
    const { data } = await sandbox.api.GET('/v1/api-keys');
    expect(data?.data.filter(({ label }) => label === 'Once more')).toHaveLength(1);
  });

  test('a list and an object that could not be read say why, and are read again by a click', async () => {
    const sandbox = await startedSandbox();
    const { data: candidate } = await sandbox.api.POST('/v1/candidates', {
      body: { firstName: 'Ada', lastName: 'Okafor', email: 'ada@example.com' },
    });
    if (!candidate) throw new Error('The candidate was not created.');
    const { page, visit } = await openDashboard(sandbox, { expected: refused(500) });
    const broken = [
      ['listCandidates', '/candidates'],
      ['getCandidate', `/candidates/${candidate.id}`],
    ] as const;
    for (const [operationId, path] of broken) {
      const fault = await sandbox.fault({ kind: 'http_500', match: { operationId }, times: null });
      await visit(path);
      const note = page.getByRole('alert').first();
      await note.getByText('The sandbox injected this failure').waitFor();
      await note.getByText(/^req_/).waitFor();
      // The request log has no answers of faults.
      expect(await note.getByRole('link').count()).toBe(0);
      await expectAccessible(page);
      await note.getByRole('button', { name: 'Try again' }).click();
      await note.getByText('The sandbox injected this failure').waitFor();
      await fault.remove();

      await note.getByRole('button', { name: 'Try again' }).click();

      await page.getByText('Ada Okafor').first().waitFor();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    }
  });

  test('a missing object has no button to try again', async () => {
    const { page, visit } = await openSandbox({}, { expected: refused(404) });
    await visit('/candidates/cand_unknown');
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('an ended session leads to the login, and from there back; a form keeps its input, and continues', async () => {
    // 403: a press before the page knows of the new session is sent again with the new token.
    const expected = /the server responded with a status of 40[13]/;
    const { sandbox, page, visit } = await openSandbox({}, { expected });
    const context = page.context();
    // A read that is still in flight when the session ends would lead to the login before the press.
    const reads = [/v1\/api-keys\?/, /v1\/integrations\?/];
    const answers = reads.map((each) => page.waitForResponse(each));
    await visit('/keys');
    await Promise.all(answers);
    await endSession(sandbox.url, context, page);
    await page.getByRole('link', { name: 'Candidates' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await expectAccessible(page);
    await page.goto(await sandbox.dashboardUrl());
    await loaded(page);
    await page.getByRole('heading', { level: 1, name: 'Candidates' }).waitFor();

    await page.getByRole('link', { name: 'API keys' }).click();
    const dialog = await newKey(page, 'Too late');
    // As the browser does when the cookie expires.
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const signIn = dialog.getByRole('link', { name: 'Sign in in another tab' });
    await signIn.waitFor();
    await expectAccessible(page);
    const opened = context.waitForEvent('page');
    await signIn.click();
    const beside = await opened;
    await beside.goto(await sandbox.dashboardUrl());
    await loaded(beside);
    expect(await dialog.getByLabel('Label').inputValue()).toBe('Too late');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor();
    await expect.poll(() => page.getByText('You are signed out').count()).toBe(0);

    const { data } = await sandbox.api.GET('/v1/api-keys');
    expect(data?.data.filter(({ label }) => label === 'Too late')).toHaveLength(1);
  });

  test('input and a key that is shown once are given up only after a question, by Escape and by leaving the page', async () => {
    const { page } = await openSandbox();
    const ask = (name: string) => page.getByRole('dialog', { name });
    await page.getByRole('link', { name: 'API keys' }).click();
    const form = await newKey(page, 'Kept');
    const discard = ask('Discard your changes?');
    for (const leave of ['Escape', 'Cancel'] as const) {
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await form.getByRole('button', { name: 'Cancel' }).click();
      const stay = discard.getByRole('button', { name: 'Keep editing' });
      await expect.poll(() => stay.evaluate((each) => each === document.activeElement)).toBe(true);
      // A second Escape closes the question and nothing else.
      await page.keyboard.press('Escape');
      await discard.waitFor({ state: 'detached' });
      expect(await form.getByLabel('Label').inputValue()).toBe('Kept');
    }
    await form.getByRole('button', { name: 'Create key' }).click();
    const secret = page.getByText(/^bss_full_\w+$/);
    await secret.waitFor();
    await page.keyboard.press('Escape');
    await ask('Did you copy it?').getByRole('button', { name: 'Show it again' }).click();
    await secret.waitFor();
    await page.goBack();
    await ask('Leave this page?').getByRole('button', { name: 'Stay' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Open the key' }).click();
    await ask('Did you copy it?').getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kept' }).waitFor();
  });
});
