import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundle } from './bundle-worker.js';

/** A service with many deliveries, in its own process. */
export interface ServiceWithDeliveries {
  readonly url: string;
  /** Its full-access key. */
  readonly key: string;
  /** A one-time link that signs in to the dashboard. */
  dashboardUrl(): Promise<string>;
  close(): Promise<void>;
}

/** Starts a service with deliveries `dlv_1` to `dlv_<count>`, of which the last is the newest. */
export async function startWithDeliveries(count: number): Promise<ServiceWithDeliveries> {
  const program = await bundle(
    'test/support/service-of-deliveries.ts',
    'service-of-deliveries.mjs',
  );
  const child = spawn(process.execPath, [program, '--deliveries', String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (child.exitCode !== null) throw new Error(`The service has ended with ${child.exitCode}.`);
  const { url, key, controlToken }: Readonly<Record<'url' | 'key' | 'controlToken', string>> =
    JSON.parse(String(line));
  return {
    url,
    key,
    async dashboardUrl() {
      const response = await fetch(`${url}/_sandbox/login-links`, {
        method: 'POST',
        headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
        body: '{}',
      });
      if (!response.ok) throw new Error(await response.text());
      const link: { readonly url: string } = await response.json();
      return link.url;
    },
    async close() {
      child.kill();
      await ended;
    },
  };
}
