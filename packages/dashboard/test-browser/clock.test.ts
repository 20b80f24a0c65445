import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
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

  test('when it is frozen, says so, runs what is due, and says when nothing is', async () => {
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
    await page.getByRole('button', { name: 'Run what is due' }).click();
    await page.getByText('1 job ran.', { exact: true }).waitFor();
    await page.getByText('The next attempt is due in 1 min. The clock is frozen.').waitFor();
    // Only a refusal of the receiver can be one of the signature.
    expect(await page.getByRole('link', { name: 'Check its signature' }).count()).toBe(0);

    await page.getByRole('button', { name: '+15 min' }).click();
    await page.getByText('The clock moved by 15 min. 4 jobs ran.').waitFor();
    await page
      .getByText(/^Signed .+, by this computer's clock, as receivers check it\.$/)
      .waitFor();
    await expectAccessible(page);
  });
});
