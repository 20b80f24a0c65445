import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { press, tabTo } from '../test/support/keyboard.js';
import { loaded } from '../test/support/loaded.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const TYPE = 'document_verification.completed';

describeInBrowser('the clock', () => {
  test('shows how far a move is and what it waits for, in every tab, and each can stop it', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { sandbox, page } = await openSandbox({
      deliverTo: async () => {
        await answered;
        return new Response();
      },
    });
    await sandbox.trigger({ type: TYPE });
    const start = await sandbox.clock.now();
    const [endpoint] = (await sandbox.api.GET('/v1/webhook-endpoints')).data?.data ?? [];
    const { host } = new URL(String(endpoint?.url));
    const other = await page.context().newPage();
    await other.goto(sandbox.url);
    await loaded(other);

    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByText(`Moving: 0 s of 1 d · waiting for ${host}`).waitFor();
    await expectAccessible(page);
    await other.getByText(`The clock is being moved · waiting for ${host}`).waitFor();
    await other.getByRole('button', { name: 'Stop' }).click();
    answer();

    await page.getByText('The move was stopped. 1 job ran.').waitFor();
    expect(await sandbox.clock.now()).toBe(start);
    await expect.poll(() => other.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  test('when it is frozen, says so, runs due work, and says when there is none', async () => {
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status: 500 }),
    });
    const clock = page.getByRole('region', { name: 'Clock' });
    await clock.getByText('Frozen', { exact: true }).waitFor();
    await clock.getByRole('button', { name: 'To next job' }).click();
    await page.getByText('Nothing was due.', { exact: true }).waitFor();

    await sandbox.trigger({ type: TYPE });
    await visit('/deliveries');
    await page.getByText('next due, clock frozen').waitFor();
    await page.getByText('The next job is due, but the clock is frozen.').waitFor();
    await page.getByRole('link', { name: TYPE }).click();
    await page.getByText('The next attempt is due, but the clock is frozen.').waitFor();
    await page.getByRole('button', { name: 'Run due work' }).click();
    await page.getByText('1 job ran.', { exact: true }).waitFor();
    await page.getByText('The next attempt is due in 1 min. The clock is frozen.').waitFor();
    // Only a refusal by the receiver can be about the signature.
    expect(await page.getByRole('link', { name: 'Check its signature' }).count()).toBe(0);

    await page.getByRole('button', { name: '+15 min' }).click();
    await page.getByText('The clock moved by 15 min. 4 jobs ran.').waitFor();
    await page
      .getByText(/^Signed .+, by this computer's clock, as receivers check it\.$/)
      .waitFor();
    await expectAccessible(page);
  });

  test('leads to what is due, which it moves to', async () => {
    const { sandbox, page } = await openSandbox({
      deliverTo: () => new Response(null, { status: 500 }),
    });
    await sandbox.trigger({ type: TYPE });
    await sandbox.clock.settle();
    const [endpoint] = sandbox.endpoints;
    const id = endpoint?.id ?? '';
    const roll = { params: { path: { id } }, body: { overlapSeconds: 3600 } };
    await sandbox.api.POST('/v1/webhook-endpoints/{id}/roll-secret', roll);

    await press(page, page.getByRole('link', { name: /^Timeline: / }));
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByText(/^1 attempt.* 1 end of a former secret/).waitFor();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button') });
    const attempt = row.filter({ hasText: 'Attempt 2' });
    await attempt.getByText('in 1 min', { exact: true }).waitFor();
    await attempt.getByRole('link', { name: /^dlv_/ }).waitFor();
    await expectAccessible(page);

    await press(page, attempt.getByRole('button', { name: /^Move the clock to here \(.*\d/ }));
    await page.getByText('The clock moved by 1 min. 1 job ran.').waitFor();
    await row.filter({ hasText: 'Attempt 3' }).getByText('in 2 min', { exact: true }).waitFor();
    // The pressed button is gone.
    await page.locator('main section[aria-label="What is due"]:focus').waitFor();

    const secret = row.filter({ hasText: 'End of a former secret' });
    expect(await secret.getByRole('link').getAttribute('href')).toBe(`/endpoints/${id}`);
    await press(page, secret.getByRole('button'));
    await secret.waitFor({ state: 'detached' });
    expect((await sandbox.clock.due()).byKind.secret_overlap).toBeUndefined();

    for (let index = 0; index < 3; index += 1) await sandbox.trigger({ type: TYPE, count: 100 });
    await page.getByText(/^And \d+ more\.$/).waitFor();
    await press(page, page.getByRole('button', { name: 'Run due work' }));
    await page.getByRole('heading', { name: 'Due now' }).waitFor({ state: 'detached' });
  });

  test('says what a move begins with before it is made, by keyboard and on hover, and on a real clock', async () => {
    const { sandbox, page, visit } = await openSandbox(
      { deliverTo: () => new Response(null, { status: 500 }) },
      { width: 390 },
    );
    await sandbox.trigger({ type: TYPE });
    await sandbox.clock.settle();
    await visit('/timeline');
    const clock = page.getByRole('region', { name: 'Clock' });
    const day = clock.getByRole('button', { name: '+1 day' });
    const told = clock.getByText('Due until then: 1 attempt.', { exact: true });
    await tabTo(page, day);
    await clock.getByRole('tooltip').filter({ visible: true }).and(told).waitFor();
    expect(await day.getAttribute('aria-describedby')).toBe(
      await told.filter({ visible: true }).getAttribute('id'),
    );
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => clock.getByRole('tooltip').filter({ visible: true }).count()).toBe(0);

    await clock.getByRole('button', { name: 'Run', exact: true }).click();
    await clock.getByRole('button', { name: 'Freeze' }).waitFor();
    await clock.getByRole('button', { name: '+1 min' }).hover();
    await told.filter({ visible: true }).waitFor();
    await page
      .getByRole('button', { name: /^Move the clock to here/ })
      .first()
      .click();
    await page.getByText(/^The clock moved by .+ 1 job ran\.$/).waitFor();
  });
});
