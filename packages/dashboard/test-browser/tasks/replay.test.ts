import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { press } from '../../test/support/keyboard.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('replay', () => {
  test('by keyboard alone: 15 minutes pass, the delivery fails at its fifth attempt, says why, and is replayed', async () => {
    let isBroken = true;
    const bodies: string[] = [];
    const sandbox = await startedSandbox({
      deliverTo: async (request) => {
        bodies.push(await request.text());
        return isBroken ? new Response('No such table: events', { status: 500 }) : new Response();
      },
    });
    await sandbox.trigger({ type: 'document_verification.failed' });
    await sandbox.clock.settle();
    const { page } = await openDashboard(sandbox);

    await press(page, page.getByRole('link', { name: 'Deliveries', exact: true }));
    await press(page, page.getByRole('link', { name: 'document_verification.failed' }));

    const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
    await expect.poll(() => attempts.count()).toBe(1);
    await press(page, page.getByRole('button', { name: '+15 min' }));
    // At 0, 1, 3, 7 and 15 minutes.
    await expect.poll(() => attempts.count(), { timeout: 30_000 }).toBe(5);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('500').waitFor();
    await outcome.getByText('No attempt is left').waitFor();
    await page.getByText('No such table: events').first().waitFor();
    await expectAccessible(page);
    isBroken = false;
    await press(page, page.getByRole('button', { name: 'Replay', exact: true }));
    // The clock is frozen: a replay is due, and runs when the clock lets it.
    await press(page, page.getByRole('button', { name: 'To next job' }));

    await outcome.getByText('Delivered at').waitFor();
    expect(bodies).toHaveLength(6);
    expect(new Set(bodies).size).toBe(1);
    await expectAccessible(page);
  });
});
