import { UsageError } from 'screening-webhooks-terminal';
import type { ServiceConfig } from '../../service/config/service-config.js';
import { classifyAddress } from '../../service/outbound/classify-address.js';

const PASSWORD = 'SCREENING_SANDBOX_PASSWORD';
const SHORTEST = 12;

type Reach = Pick<ServiceConfig, 'host' | 'publicUrl' | 'password'>;

/**
 * Who can reach the service, and with what password. The password is of the environment only, because other users of the
 * machine see command lines.
 *
 * @throws UsageError when others could reach it without a password, or would not be told its address.
 */
export function readReach(
  { host, publicUrl }: Pick<Reach, 'host' | 'publicUrl'>,
  env: Readonly<Record<string, string | undefined>>,
): Reach {
  const password = env[PASSWORD];
  if (password !== undefined) checkPassword(password);
  const isRemote = host !== undefined && classifyAddress(host).kind !== 'loopback';
  const missing = [
    ...(password === undefined ? [`set ${PASSWORD} to at least ${SHORTEST} characters`] : []),
    ...(publicUrl === undefined ? ['pass --public-url, the address that they use'] : []),
  ];
  if ((isRemote || publicUrl !== undefined) && missing.length > 0) {
    const option = isRemote ? `--host ${host}` : '--public-url';
    throw new UsageError(`${option} lets others reach the service: ${missing.join(' and ')}.`);
  }
  return {
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(password === undefined ? {} : { password }),
  };
}

function checkPassword(password: string): void {
  if (Array.from(password).length < SHORTEST) {
    throw new UsageError(`${PASSWORD} is too short: it needs at least ${SHORTEST} characters.`);
  }
  // They cannot be entered in a form.
  if (/\p{Cc}/u.test(password)) {
    throw new UsageError(`${PASSWORD} has a line break or another control character: remove it.`);
  }
}
