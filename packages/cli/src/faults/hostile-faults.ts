import { hostileDeliveries } from '@screening-webhooks/testing';
import type { Fault } from './fault.js';

/** The hostile deliveries of the testing kit. Each has its own event, and each must be refused. */
export const hostileFaults: readonly Fault[] = hostileDeliveries.map(({ name, code, make }) => ({
  name: slug(name),
  summary: `${name}; refused (${code})`,
  ownEvent: true,
  plan: async (_body, { secrets: [secret], now }) => {
    const { method, headers, body } = await make({ secret, now });
    return [
      {
        method,
        headers: Object.entries(headers),
        body,
        transferMode: 'at once',
        expected: 'refusal',
      },
    ];
  },
}));

/** `a v1 of zeros` becomes `v1-of-zeros`. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/^an? /, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
}
