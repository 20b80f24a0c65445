import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '@screening-webhooks/terminal';
import type { ServiceDescription } from '../../service-description.js';

/**
 * Writes what an app needs as an `.env` file, readable by this user only. A key that only an earlier start could write stays
 * in it.
 *
 * @throws UsageError when it cannot be written.
 */
export function writeSettings(file: string, service: ServiceDescription): void {
  const [endpoint] = service.endpoints;
  try {
    const key = service.keys.full ?? keyIn(file);
    const lines = [
      ...(endpoint ? [`SCREENING_SECRET=${endpoint.secret}`] : []),
      ...(key === undefined ? [] : [`SCREENING_API_KEY=${key}`]),
      `SCREENING_INTEGRATION_ID=${service.integrationId}`,
      `SCREENING_CONTROL_TOKEN=${service.controlToken}`,
      `SCREENING_URL=${service.url}`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `--write-env: ${error instanceof Error ? error.message : String(error)}. The service was not started.`,
    );
  }
}

function keyIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return /^SCREENING_API_KEY=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
}
