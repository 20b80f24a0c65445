import { createHmac } from 'node:crypto';
import { verify as octokitVerify } from '@octokit/webhooks-methods';
import Stripe from 'stripe';
import { Webhook } from 'svix';
import { type SizedDelivery, secret } from './delivery-of-size.js';

/**
 * What other libraries do with a body of the same size: verify it, look at the clock (octokit has no timestamp), and
 * parse it. Each signs in its own way, and hashes as much.
 */
export function peersOf({ body, header }: SizedDelivery): Readonly<Record<string, () => unknown>> {
  const { webhooks } = new Stripe('sk_test_not_a_key');

  const svixSecret = Buffer.from(secret).toString('base64');
  const svix = new Webhook(svixSecret);
  const now = new Date();
  const svixHeaders = {
    'svix-id': 'msg_bench',
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': svix.sign('msg_bench', now, body.toString()),
  };

  const text = body.toString();
  const octokit = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  return {
    stripe: () => webhooks.constructEvent(body, header, secret),
    svix: () => svix.verify(body, svixHeaders),
    '@octokit/webhooks-methods + JSON.parse': async () => {
      if (!(await octokitVerify(secret, text, octokit))) throw new Error('mismatch');
      return JSON.parse(text);
    },
  };
}
