import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { textOf, toUtf8, UsageError } from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import { folderFault, type RunningService, runningServices } from './running-services.js';

interface Access {
  readonly url: string;
  readonly token: string;
}

export interface FoundService {
  /** `undefined` if its API key is unknown. */
  readonly api: Access | undefined;
  readonly control: Access;
  /** The origins of the service, as {@link comparableOrigin} writes them. */
  readonly origins: readonly string[];
  /** The variable that named it. `undefined` if `--url` did, or it was discovered. */
  readonly variable: string | undefined;
  readonly integrationId: string | undefined;
  /** The endpoint of `--forward-to`. `undefined` if the start had none, or this user did not start the service. */
  readonly endpointId: string | undefined;
}

export const START = 'Start one with: npx @screening-webhooks/sandbox';

const VARIABLE = 'SCREENING_URL';

/** The env file in the folder of an app. `--write-env` sets the variable there. */
const ENV_FILE = '.env';

interface Asked {
  readonly origin: string;
  /** `undefined` if `--url` named it. */
  readonly variable: string | undefined;
  /** Whether a file has named it. The author of a file in a working folder must not get the keys of the environment. */
  readonly isOfFile: boolean;
}

/**
 * Finds the service that `--url` names, otherwise the one of SCREENING_URL in the environment or in `.env` of the working folder,
 * otherwise the only one that this user has started.
 *
 * A key of the environment goes only to an address from the command line or the environment. `.env` names only services that this
 * user has started. If it names another, the only running service is not used instead: a command such as `reset` is meant for the
 * service of the folder.
 *
 * @throws UsageError when there is none, or more than one.
 */
export function findService(url: string | undefined, host: Host): FoundService {
  const running = runningServices(host);
  const asked = askedAddress(url, host);
  if (asked === undefined) return announced(onlyOne(running, host), undefined, host.env);
  const origin = comparableOrigin(asked.origin);
  const known = running.find((service) => listOrigins(service).includes(origin));
  return known ? announced(known, asked, host.env) : unannounced(asked, running, host);
}

/** The origin of a URL. A service announces 127.0.0.1, so every name of loopback becomes that. */
export function comparableOrigin(url: string): string {
  const parsed = new URL(url);
  if (['localhost', '[::1]'].includes(parsed.hostname)) parsed.hostname = '127.0.0.1';
  return parsed.origin;
}

function askedAddress(option: string | undefined, { env, folder }: Host): Asked | undefined {
  if (option !== undefined) {
    return { origin: readOrigin(option, '--url'), variable: undefined, isOfFile: false };
  }
  const value = env[VARIABLE];
  if (value) return { origin: readOrigin(value, VARIABLE), variable: VARIABLE, isOfFile: false };
  const written = folder === undefined ? undefined : readEnvFile(folder)[VARIABLE];
  if (!written) return undefined;
  const variable = `${VARIABLE} in ${ENV_FILE}`;
  return { origin: readOrigin(written, variable), variable, isOfFile: true };
}

/** The variables of `.env`; none if it cannot be read. */
function readEnvFile(folder: string): NodeJS.Dict<string> {
  const file = join(folder, ENV_FILE);
  try {
    // A pipe would block.
    if (!statSync(file).isFile()) return {};
    return parseEnv(textOf(toUtf8(readFileSync(file))) ?? '');
  } catch {
    return {};
  }
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
  const urls = listUrls([service, ...others]);
  throw new UsageError(
    `several services run on this machine. Choose one with --url or ${VARIABLE}: ${urls}. ${VARIABLE} in the ${ENV_FILE} of this folder counts too.`,
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
  const byEnvironment =
    asked && !asked.isOfFile && given ? { url: asked.origin, token: given } : undefined;
  return {
    api: key === undefined ? byEnvironment : { url, token: key },
    control: { url, token: controlToken },
    origins: listOrigins(service),
    variable: asked?.variable,
    integrationId,
    endpointId,
  };
}

function unannounced(
  { origin, variable, isOfFile }: Asked,
  running: readonly RunningService[],
  host: Host,
): FoundService {
  const { SCREENING_API_KEY: key, SCREENING_CONTROL_TOKEN: controlToken } = host.env;
  if (isOfFile || !key || !controlToken) {
    const named = variable === undefined ? '' : `, which ${variable} names`;
    const fault = folderFault(host);
    const start = isOfFile ? 'Start it, or name another one with --url' : 'Start it';
    const others = isOfFile && running.length > 0 ? `: ${listUrls(running)}` : '';
    const elsewhere = isOfFile ? `${VARIABLE}, SCREENING_API_KEY` : 'SCREENING_API_KEY';
    throw new UsageError(
      `no service of this user runs at ${origin}${named}. ${start}${others}; for one of another user or machine, set ${elsewhere} and SCREENING_CONTROL_TOKEN.${fault === undefined ? '' : ` Services that were announced are ignored: ${fault}`}`,
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

function listUrls(services: readonly RunningService[]): string {
  return services.map(({ url }) => url).join(', ');
}

function listOrigins({ url, publicUrl }: RunningService): readonly string[] {
  return [url, ...(publicUrl === undefined ? [] : [publicUrl])].map(comparableOrigin);
}
