import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import { onTestFinished } from 'vitest';
import { type OpenDashboard, openDashboard, type View } from './open-dashboard.js';

type Options = Parameters<typeof startSandbox>[0];

/** A sandbox that is closed when the test ends. */
export async function startedSandbox(options?: Options): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** {@link startedSandbox}, and its dashboard in a browser. */
export async function openSandbox(
  options?: Options,
  view?: View,
): Promise<OpenDashboard & { readonly sandbox: Sandbox }> {
  const sandbox = await startedSandbox(options);
  return { sandbox, ...(await openDashboard(sandbox, view)) };
}
