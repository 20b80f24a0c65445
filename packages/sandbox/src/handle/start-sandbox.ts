import { workerFile } from '#worker-file';
import { launchSandbox, type Sandbox } from './sandbox.js';
import type { SandboxOptions } from './sandbox-options.js';

/**
 * Starts the service in a worker thread, with an empty database in memory and a frozen clock. Fake timers, a changed
 * system time and interceptors of HTTP in the caller's thread do not reach it.
 *
 * @throws TypeError for an unknown or malformed option, before anything starts.
 * @throws SandboxError with the code `not_started` when the service does not start, such as on a busy port.
 * @example
 * const sandbox = await startSandbox({ deliverTo: (request) => receiver.fetch(request) });
 * await sandbox.verifications.create({ documentConfigSlug: 'rn-license', state: 'CA' });
 * await sandbox.clock.advance('15m');
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return launchSandbox(options, workerFile());
}
