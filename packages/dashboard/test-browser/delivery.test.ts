import type { RequestListener } from 'node:http';
import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { isPrimary } from '../test/support/is-primary.js';
import { listed } from '../test/support/listed.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const TYPE = 'document_verification.completed';

/** Sends a test event, with a single attempt, to an endpoint with a timeout of a second. */
async function failAt(sandbox: Sandbox, url: string) {
  const { data: endpoint, error } = await sandbox.api.POST('/v1/webhook-endpoints', {
    body: { url, integrationId: sandbox.integrationId, retryPolicy: { timeoutSeconds: 1 } },
  });
  if (!endpoint) throw new Error(JSON.stringify(error));
  const { data: delivery } = await sandbox.api.POST('/v1/webhook-endpoints/{id}/test', {
    params: { path: { id: endpoint.id } },
    body: { eventType: TYPE },
  });
  if (!delivery) throw new Error('The test event was refused.');
  await sandbox.clock.settle();
  return { endpoint, delivery };
}

async function refusedPort(): Promise<string> {
  const { url, stop, server } = await serve(() => {});
  stop();
  await expect.poll(() => server.listening).toBe(false);
  return url;
}

const answering =
  (status: number, headers = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end();
  };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('the page of a delivery', () => {
  test('says why it failed, whether its signature is right, and what to do', async () => {
    const { sandbox, page, visit } = await openSandbox();
    const outcome = page.getByRole('region', { name: 'Outcome' });
    const check = page.getByRole('link', { name: 'Check its signature' });

    const refused = await refusedPort();
    const { port } = new URL(refused);
    const { delivery: toNobody, endpoint: nobody } = await failAt(sandbox, `${refused}/hook`);
    await visit(`/deliveries/${toNobody.id}`);
    const told = `The connection was refused: nothing listens at 127.0.0.1 on port ${port}.`;
    await outcome.getByText(told).waitFor();
    // The attempt does not repeat the text.
    expect(await page.getByText(told).count()).toBe(1);
    await outcome.getByText(`Next step: Start your app at 127.0.0.1 on port ${port}, or`).waitFor();
    expect(await outcome.getByText('The signature').count()).toBe(0);
    expect(await check.count()).toBe(0);
    expect(await isPrimary(button(page, 'Replay'))).toBe(true);
    await expectAccessible(page);
    await outcome.getByRole('link', { name: 'Edit the endpoint' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/endpoints/${nobody.id}`);

    const { url: strict } = await serve(answering(401));
    const { delivery: unauthorized, endpoint } = await failAt(sandbox, strict);
    await visit(`/deliveries/${unauthorized.id}`);
    await outcome.getByText('The receiver answered 401, and only a 2xx').waitFor();
    await outcome.getByText(`The signature is right: secret …${endpoint.secretHint}, `).waitFor();
    await outcome.getByText(`secret with ${endpoint.secretHint}.`).waitFor();
    expect(await check.count()).toBe(1);

    const { url: moved } = await serve(answering(302, { location: '/ok' }));
    const { delivery: redirected } = await failAt(sandbox, moved);
    await visit(`/deliveries/${redirected.id}`);
    await outcome.getByText("Use the final address as the endpoint's URL.").waitFor();
    await outcome.getByText(`${moved}/ok`, { exact: true }).waitFor();
    await button(page, 'Copy address').click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toBe(`${moved}/ok`);
    expect(await check.count()).toBe(0);
    await expectAccessible(page);

    const { url: slow } = await serve(() => {});
    const { delivery: late } = await failAt(sandbox, slow);
    await visit(`/deliveries/${late.id}`);
    await outcome.getByText('The receiver did not answer within 1 s.').waitFor();
    await outcome.getByText('Have your app answer first, then work.').waitFor();

    const { url: fine } = await serve(answering(200));
    const { delivery: arrived } = await failAt(sandbox, fine);
    await visit(`/deliveries/${arrived.id}`);
    await outcome.getByText('Delivered at').waitFor();
    await outcome.getByText('The signature is right: secret …').waitFor();
    expect(await outcome.getByText('Next step').count()).toBe(0);
    expect(await isPrimary(button(page, 'Replay'))).toBe(false);
  });

  test('a receiver that acknowledges a delivery that it must refuse is warned', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });

    await sandbox.fault({ kind: 'wrong_secret' });
    await sandbox.trigger({ type: TYPE });
    await sandbox.clock.settle();
    const [delivery] = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    await visit(`/deliveries/${delivery?.id}`);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('A correct receiver refuses a delivery with the fault').waitFor();
    await outcome.getByRole('link', { name: 'Active faults' }).waitFor();
    await expectAccessible(page);
  });

  test('the primary button works, and says how the attempt has ended', async () => {
    let status = 500;
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status }),
    });

    await sandbox.trigger({ type: TYPE });
    await sandbox.clock.settle();
    const [delivery] = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    await visit(`/deliveries/${delivery?.id}`);
    const deliverNow = button(page, 'Deliver now');
    const replay = button(page, 'Replay');
    expect(await isPrimary(deliverNow)).toBe(true);
    expect(await isPrimary(replay)).toBe(false);
    // The button can be pressed, and says why it does nothing.
    await replay.click({ force: true });
    await page
      .getByRole('status')
      .getByText(
        'It will be retried automatically when the clock moves. Use Deliver now to skip the wait.',
      )
      .waitFor();

    await deliverNow.click();
    await page.getByText('The attempt failed: answered 5xx.').waitFor();
    await expect.poll(() => page.getByText(/^Attempt \d$/).count()).toBe(2);
    status = 200;
    await deliverNow.click();
    await page.getByText('The attempt succeeded.').waitFor();
    await page.getByText(/^Delivered at/).waitFor();
    expect(await isPrimary(deliverNow)).toBe(false);
    expect(await isPrimary(replay)).toBe(false);

    const [endpoint] = sandbox.endpoints;
    await sandbox.api.POST('/v1/webhook-endpoints/{id}/pause', {
      params: { path: { id: endpoint?.id ?? '' } },
    });
    await sandbox.trigger({ type: TYPE });
    const [held] = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    await visit(`/deliveries/${held?.id}`);
    const resume = page.getByRole('link', { name: 'Open the paused endpoint' });
    expect(await isPrimary(resume)).toBe(true);
    expect(await Promise.all([deliverNow, replay].map(isPrimary))).toEqual([false, false]);
    await expectAccessible(page);
    await resume.click();
    await button(page, 'Resume').waitFor();
  });

  test('leads to those that have failed the same way, each with its own name and title', async () => {
    const { sandbox, page, visit } = await openSandbox({
      deliverTo: () => new Response(null, { status: 500 }),
    });

    for (const externalId of ['order-4711', 'order-4712', 'order-4713']) {
      await sandbox.verifications.create({
        documentConfigSlug: 'rn-license',
        state: 'CA',
        externalId,
        formData: { licenseNumber: 'RN1234' },
      });
    }
    // Until each verification has ended, and its event was attempted.
    await sandbox.clock.advance('1m');
    const deliveries = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    const titles: string[] = [];
    for (const { id, subjectId } of deliveries) {
      await visit(`/deliveries/${id}`);
      await page.getByRole('region', { name: 'Outcome' }).waitFor();
      titles.push(await page.title());
      expect(subjectId).toMatch(/^dvs?_/);
    }
    expect(titles.toSorted()).toEqual([
      `order-4711 retrying · ${TYPE} · Screening sandbox`,
      `order-4712 retrying · ${TYPE} · Screening sandbox`,
      `order-4713 retrying · ${TYPE} · Screening sandbox`,
    ]);

    const alike = page.getByRole('link', {
      name: '3 deliveries to this endpoint failed the same way',
    });
    await alike.click();
    const { endpointId } = deliveries[0] ?? {};
    const address = () => page.url().slice(sandbox.url.length);
    await expect.poll(address).toBe(`/deliveries?endpointId=${endpointId}&cause=server_error`);
    for (const [path, region] of [
      ['/deliveries', 'Deliveries'],
      ['/events', 'Events'],
    ] as const) {
      await visit(path);
      const links = page
        .getByRole('region', { name: region, exact: true })
        .locator('tbody')
        .getByRole('link');
      await expect.poll(() => links.count()).toBe(3);
      const names = await links.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
      expect(new Set(names).size).toBe(3);
      for (const name of names) expect(name).toMatch(new RegExp(`^${TYPE} of .+, .+`));
    }
    await expectAccessible(page);
  });
});
