import { Account } from '../../service/capabilities/tenants/index.js';
import { ask } from './ask.js';
import type { Connection } from './connect.js';

/** The integration that commands use when none is named: that of the start, or of the environment, or the default of the service. */
export async function defaultIntegration(connection: Connection): Promise<string | undefined> {
  if (connection.integrationId !== undefined) return connection.integrationId;
  const { defaultIntegrationId } = await ask(Account, connection.api('GET', '/v1/account'));
  return defaultIntegrationId ?? undefined;
}
