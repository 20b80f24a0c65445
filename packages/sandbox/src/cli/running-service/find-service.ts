import { UsageError } from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import { folderFault, type RunningService, runningServices } from './running-services.js';

interface Access {
  readonly url: string;
  readonly token: string;
}

export interface FoundService {
  /** Undefined: nothing knows its API key. */
  readonly api: Access | undefined;
  readonly control: Access;
  /** The origins of the service, as {@link comparableOrigin} writes them. */
  readonly origins: readonly string[];
  /** The variable that named it. Undefined: `--url` did, or it was discovered. */
  readonly variable: string | undefined;
  readonly integrationId: string | undefined;
  /** The endpoint of `--forward-to`. Undefined: the start had none, or this user did not start the service. */
  readonly endpointId: string | undefined;
}

export const START = 'Start one with: npx @screening-webhooks/sandbox';

const VARIABLE = 'SCREENING_URL';

interface Asked {
  readonly origin: string;
  readonly variable: string | undefined;
}

/**
 * Finds the service that `--url` names, else the one that SCREENING_URL names, else the only one that this user has started.
 *
 * A key of the environment goes to the address that was asked for, and nowhere else.
 *
 * @throws UsageError when there is none, or more than one.
 */
export function findService(url: string | undefined, host: Host): FoundService {
  const running = runningServices(host);
  const asked = askedAddress(url, host.env);
  if (asked === undefined) return announced(onlyOne(running, host), undefined, host.env);
  const origin = comparableOrigin(asked.origin);
  const known = running.find((service) => listOrigins(service).includes(origin));
  return known ? announced(known, asked, host.env) : unannounced(asked, host);
}

/** The origin of a URL. A service announces 127.0.0.1, so all names of loopback are written like that. */
export function comparableOrigin(url: string): string {
  const parsed = new URL(url);
  if (['localhost', '[::1]'].includes(parsed.hostname)) parsed.hostname = '127.0.0.1';
  return parsed.origin;
}

function askedAddress(option: string | undefined, env: Host['env']): Asked | undefined {
  if (option !== undefined) return { origin: readOrigin(option, '--url'), variable: undefined };
  const value = env[VARIABLE];
  if (value === undefined || value === '') return undefined;
  return { origin: readOrigin(value, VARIABLE), variable: VARIABLE };
}

function readOrigin(url: string, name: string): string {
  if (URL.canParse(url)) {
    const { protocol, origin } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  }
  throw new UsageError(`${name}: expected a URL such as http://localhost:4010, got ${url}.`);
}

function onlyOne([service, ...others]: readonly RunningService[], host: Host): RunningService {
  if (service === undefined) {
    const fault = folderFault(host);
    throw new UsageError(
      fault === undefined
        ? `no service runs on this machine. ${START}`
        : `no service was found, because ${fault}`,
    );
  }
  if (others.length === 0) return service;
  const urls = [service, ...others].map((each) => each.url).join(', ');
  throw new UsageError(
    `several services run on this machine. Choose one with --url or ${VARIABLE}: ${urls}.`,
  );
}

function announced(
  service: RunningService,
  asked: Asked | undefined,
  env: Host['env'],
): FoundService {
  const { url, key, controlToken, integrationId, endpointId } = service;
  // Only the first start on PostgreSQL knows the key.
  const given = env['SCREENING_API_KEY'];
  const byEnvironment = asked && given ? { url: asked.origin, token: given } : undefined;
  return {
    api: key === undefined ? byEnvironment : { url, token: key },
    control: { url, token: controlToken },
    origins: listOrigins(service),
    variable: asked?.variable,
    integrationId,
    endpointId,
  };
}

function unannounced({ origin, variable }: Asked, host: Host): FoundService {
  const { SCREENING_API_KEY: key, SCREENING_CONTROL_TOKEN: controlToken } = host.env;
  if (!key || !controlToken) {
    const named = variable === undefined ? '' : `, which ${variable} names`;
    const fault = folderFault(host);
    throw new UsageError(
      `no service of this user runs at ${origin}${named}. Start it; for one of another user or machine, set SCREENING_API_KEY and SCREENING_CONTROL_TOKEN.${fault === undefined ? '' : ` Services that were announced are ignored: ${fault}`}`,
    );
  }
  return {
    api: { url: origin, token: key },
    control: { url: origin, token: controlToken },
    origins: [comparableOrigin(origin)],
    variable,
    integrationId: host.env['SCREENING_INTEGRATION_ID'] || undefined,
    endpointId: undefined,
  };
}

function listOrigins({ url, publicUrl }: RunningService): readonly string[] {
  return [url, ...(publicUrl === undefined ? [] : [publicUrl])].map(comparableOrigin);
}
