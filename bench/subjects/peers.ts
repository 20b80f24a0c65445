import { createHmac } from 'node:crypto';
import { Webhooks } from '@octokit/webhooks';
import { verify as octokitVerify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { type SizedDelivery, secret } from './delivery-of-size.js';

/** The other libraries, by the name of their package. */
type Peers = Readonly<
  Record<
    | 'stripe'
    | 'svix'
    | 'standardwebhooks'
    | '@octokit/webhooks'
    | '@octokit/webhooks-methods + JSON.parse',
    () => unknown
  >
>;

/**
 * Other libraries with a body of the same size: each verifies it, compares its timestamp with the clock (octokit has none)
 * and parses it. Each signs in its own way and hashes as many bytes. octokit takes text, which is decoded beforehand.
 */
export function peersOf({ body, header }: SizedDelivery): Peers {
  const { webhooks } = new Stripe('sk_test_not_a_key');
  const text = body.toString();
  const octokit = new Webhooks({ secret });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return {
    stripe: () => webhooks.constructEvent(body, header, secret),
    svix: standardPeer(SvixWebhook, 'svix', body),
    standardwebhooks: standardPeer(StandardWebhook, 'webhook', body),
    '@octokit/webhooks': () =>
      octokit.verifyAndReceive({ id: 'bench', name: 'push', payload: text, signature }),
    '@octokit/webhooks-methods + JSON.parse': async () => {
      if (!(await octokitVerify(secret, text, signature))) throw new Error('mismatch');
      return JSON.parse(text);
    },
  };
}

// svix and standardwebhooks differ in the names of their headers.
function standardPeer(
  Webhook: typeof SvixWebhook | typeof StandardWebhook,
  prefix: string,
  body: Buffer,
): () => unknown {
  const webhook = new Webhook(Buffer.from(secret).toString('base64'));
  const now = new Date();
  const headers = {
    [`${prefix}-id`]: 'msg_bench',
    [`${prefix}-timestamp`]: String(Math.floor(now.getTime() / 1000)),
    [`${prefix}-signature`]: webhook.sign('msg_bench', now, body.toString()),
  };
  return () => webhook.verify(body, headers);
}
