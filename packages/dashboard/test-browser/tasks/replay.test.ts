import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { press } from '../../test/support/keyboard.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('replay', () => {
  test('by keyboard alone: a failed delivery says why, and is replayed', async () => {
    let isBroken = true;
    const bodies: string[] = [];
    const sandbox = await startedSandbox({
      deliverTo: async (request) => {
        bodies.push(await request.text());
        return isBroken ? new Response('No such table: events', { status: 500 }) : new Response();
      },
    });
    await sandbox.trigger({ type: 'document_verification.failed' });
    await sandbox.clock.advance('1h');
    const { page } = await openDashboard(sandbox);

    await press(page, page.getByRole('link', { name: 'Deliveries', exact: true }));
    await press(page, page.getByRole('link', { name: 'document_verification.failed' }));

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
