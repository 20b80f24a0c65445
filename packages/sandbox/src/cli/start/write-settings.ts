import { writeFileSync } from 'node:fs';
import { UsageError } from '@screening-webhooks/terminal';
import type { ServiceDescription } from '../../service-description.js';

/** Writes what an app needs as an `.env` file, readable by this user only. @throws UsageError when it cannot be written. */
export function writeSettings(file: string, service: ServiceDescription): void {
  const [endpoint] = service.endpoints;
  const lines = [
    ...(endpoint ? [`SCREENING_SECRET=${endpoint.secret}`] : []),
    ...(service.keys.full === undefined ? [] : [`SCREENING_API_KEY=${service.keys.full}`]),
    `SCREENING_INTEGRATION_ID=${service.integrationId}`,
    `SCREENING_CONTROL_TOKEN=${service.controlToken}`,
    `SCREENING_URL=${service.url}`,
  ];
  try {
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `--write-env: ${error instanceof Error ? error.message : String(error)}. The service was not started.`,
    );
  }
}
