import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createEndpoint, order } from '../support/orders.js';
import { type ReceivedDelivery, startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService } from '../support/service.js';

// Two verifiers that share no code with this project accept the service's signatures.

const service = sharedService();
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const script = fileURLToPath(new URL('../support/verify.sh', import.meta.url));
const { webhooks } = new Stripe('sk_test_not_a_key');

type Verify = (delivery: Pick<ReceivedDelivery, 'bytes'> & { header: string }) => Promise<boolean>;

/** The deliveries of each outcome, including the second attempt of one, and the endpoint's secret. */
async function deliveries() {
  const receiver = await startScriptedReceiver();
  const { secret } = await createEndpoint(service(), receiver.url);
  receiver.answers.push(500);
  await order(service(), { formData: { licenseNumber: 'RN1234', holderName: 'Zoë Nuñez 看護師' } });
  await service().control('/clock', { settle: true });
  await order(service(), { licenseNumber: 'SBX-DOWN-1' });
  await order(service(), { licenseNumber: 'SBX-NOSOURCE-1' });
  await service().control('/clock', { advance: '2m' });
  const received = receiver.deliveries.map(({ bytes, headers }) => ({
    bytes,
    header: String(headers['service-signature']),
  }));
  expect(received).toHaveLength(4);
  return { secret, received };
}

/** The bytes with one of them changed, in the middle. */
function changed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

async function expectVerified(
  verify: Verify,
  received: readonly { readonly bytes: Buffer; readonly header: string }[],
): Promise<void> {
  for (const { bytes, header } of received) {
    expect(await verify({ bytes, header })).toBe(true);
    expect(await verify({ bytes: changed(bytes), header })).toBe(false);
  }
}

it("stripe's constructEvent accepts every delivery, and none with a changed byte", async () => {
  const { secret, received } = await deliveries();
  const verify: Verify = async ({ bytes, header }) => {
    try {
      const event: unknown = webhooks.constructEvent(bytes, header, secret);
      expect(event).toEqual(JSON.parse(bytes.toString()));
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  };
  await expectVerified(verify, received);
});

async function runScript(secret: string, header: string, bytes: Uint8Array) {
  const child = spawn('sh', [script, header], { env: { ...process.env, SIGNING_SECRET: secret } });
  let reason = '';
  child.stderr.on('data', (chunk) => {
    reason += chunk;
  });
  // The verifier may refuse the header without reading the body.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const [code] = await once(child, 'close');
  return { accepted: code === 0, reason: reason.trim() };
}

describe.skipIf(!hasOpenssl)('a shell script from section 5 (needs openssl)', () => {
  it('accepts every delivery, and none with a changed byte', async () => {
    const { secret, received } = await deliveries();
    await expectVerified(async ({ bytes, header }) => {
      const { accepted, reason } = await runScript(secret, header, bytes);
      expect(reason).toBe(accepted ? '' : 'refused: no v1 matches');
      return accepted;
    }, received);
  });

  it('refuses what section 5 refuses', async () => {
    const { secret, received } = await deliveries();
    const [{ bytes, header } = { bytes: Buffer.alloc(0), header: '' }] = received;
    const [t = '', v1 = ''] = header.split(',');
    const old = `t=${Number(t.slice(2)) - 301}`;
    const zeros = `v1=${'0'.repeat(64)}`;
    const run = (text: string) => runScript(secret, text, bytes);
    expect(await run(v1)).toMatchObject({ reason: 'refused: t is missing' });
    expect(await run(t)).toMatchObject({ reason: 'refused: v1 is missing' });
    expect(await run(`${old},${v1}`)).toMatchObject({ reason: expect.stringMatching(/ s away$/) });
    expect(await run(`${t},${zeros}`)).toMatchObject({ reason: 'refused: no v1 matches' });
    expect(await run(`${t},${zeros},${v1}`)).toEqual({ accepted: true, reason: '' });
    expect(await runScript(`${secret}x`, header, bytes)).toMatchObject({ accepted: false });
  });
});
