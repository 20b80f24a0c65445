import { once } from 'node:events';
import type { Sandbox } from '@screening-webhooks/sandbox';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { press } from '../../test/support/keyboard.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../../test/support/started-sandbox.js';

const type = 'document_verification.completed';

/** Makes deliveries fail permanently, each at its only attempt. */
async function fail(sandbox: Sandbox, count: number): Promise<void> {
  const [endpoint] = sandbox.endpoints;
  if (!endpoint) throw new Error('The sandbox has no endpoint.');
  await sandbox.api.PATCH('/v1/webhook-endpoints/{id}', {
    params: { path: { id: endpoint.id } },
    body: { retryPolicy: { maxAttempts: 1 } },
  });
  await sandbox.trigger({ type, count });
  await sandbox.clock.settle();
}

/** The total number of attempts of all deliveries. */
async function attemptsOf(sandbox: Sandbox): Promise<number> {
  const { data } = await sandbox.api.GET('/v1/webhook-deliveries');
  return (data?.data ?? []).reduce((sum, { attemptCount }) => sum + attemptCount, 0);
}

describeInBrowser('replay', () => {
  test('of what failed for one cause: the first one alone, and the others once it has arrived', async () => {
    let received = 0;
    const isChecked = deferred();
    const app = await serve(async (_request, response) => {
      received += 1;
      await isChecked.promise;
      response.end();
    });
    app.server.close();
    await once(app.server, 'close');
    const { sandbox, page } = await openSandbox({ endpoint: app.url });
    await fail(sandbox, 3);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const group = page.getByRole('region', { name: 'Failures' }).getByRole('listitem');
    await group.getByText('3 failed permanently').waitFor();
    await expectAccessible(page);
    await group.getByRole('link', { name: '3 deliveries, connection refused' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    expect(await page.getByLabel('Cause').locator('option:checked').textContent()).toBe(
      'Connection refused',
    );

    await group.getByRole('button', { name: 'Replay these 3' }).click();
    await group
      .getByText('The first one failed again: connection refused. The rest was not sent.')
      .waitFor();
    expect(await attemptsOf(sandbox)).toBe(4);
    await expectAccessible(page);

    app.server.listen(app.port, '127.0.0.1');
    await once(app.server, 'listening');
    await group.getByRole('button', { name: 'Replay these 3' }).click();
    await expect.poll(() => received).toBe(1);
    await group.getByText('Sending the first one.').waitFor();
    expect(await attemptsOf(sandbox)).toBe(5);
    await expectAccessible(page);
    isChecked.resolve();
    const said = page.getByRole('status');
    await said.getByText('The first one arrived. The other 2 are being replayed.').waitFor();
    await group.waitFor({ state: 'detached' });
    expect(received).toBe(3);
  });

  test('of what failed for one cause waits for the first one also while the clock is frozen', async () => {
    let status = 500;
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status }),
    });
    await fail(sandbox, 3);
    await page.clock.install();
    await visit(`/endpoints/${sandbox.endpoints[0]?.id}`);
    const group = page.getByRole('region', { name: 'Failures' }).getByRole('listitem');
    status = 200;

    await group.getByRole('button', { name: 'Replay these 3' }).click();
    await group.getByText('The next attempt is due, but the clock is frozen.').waitFor();
    await expectAccessible(page);
    expect(await attemptsOf(sandbox)).toBe(3);
    // The wait ends, and another press continues with the same delivery.
    await page.clock.fastForward('01:01');
    await group.getByText('The first one has not ended yet: the clock is frozen.').waitFor();
    await expectAccessible(page);
    await group.getByRole('button', { name: 'Replay these 3' }).click();
    await group.getByRole('button', { name: 'Run due work' }).click();

    const arrived = 'The first one arrived. The other 2 will be sent when the clock moves.';
    await group.getByText(arrived).waitFor();
    expect(await attemptsOf(sandbox)).toBe(4);
    await expectAccessible(page);
    await sandbox.clock.settle();
    await group.waitFor({ state: 'detached' });
  });

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
    await outcome.getByText('No attempts are left').waitFor();
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
