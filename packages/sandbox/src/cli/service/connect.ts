import { type Command, Option, UsageError } from '@screening-webhooks/terminal';
import { type CallService, callService } from '../../sandbox/call-service.js';
import type { Host } from '../host.js';
import { type RunningService, runningServices } from './running-services.js';

/** The options of every command that calls a service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly json?: true;
}

/** A service to call. */
export interface Connection {
  readonly url: string;
  readonly integrationId: string | undefined;
  /** Calls with the API key. */
  readonly api: CallService;
  /** Calls with the control token. */
  readonly control: CallService;
  /** Asks for a stream with the API key. `after`: the id of the last event that was seen. */
  readonly stream: (path: string, signal: AbortSignal, after?: string) => Promise<Response>;
}

export function serviceOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--url <url>',
        'the service, when several run here; of another user with SCREENING_API_KEY and SCREENING_CONTROL_TOKEN',
      ),
    )
    .option('--json', 'print JSON');
}

/** @throws UsageError when no service is found, or more than one. Calls reject with a UsageError when none answers. */
export function connect({ url }: ServiceOptions, host: Host): Connection {
  const service = findService(url, host);
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await globalThis.fetch(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw new UsageError(`no service answers at ${service.url}. ${START}`);
    }
  };
  const fetchWithKey: typeof fetch = async (request) => {
    if (service.key !== '') return fetch(request);
    throw new UsageError(
      `the service at ${service.url} does not know its API key any more. Set SCREENING_API_KEY.`,
    );
  };
  return {
    url: service.url,
    integrationId: service.integrationId === '' ? undefined : service.integrationId,
    api: callService(fetchWithKey, service.url, service.key),
    control: callService(fetch, service.url, service.controlToken),
    stream: (path, signal, after) =>
      fetchWithKey(
        new Request(service.url + path, {
          headers: {
            authorization: `Bearer ${service.key}`,
            accept: 'text/event-stream',
            ...(after === undefined ? {} : { 'last-event-id': after }),
          },
          signal,
        }),
      ),
  };
}

const START = 'Start one with: npx @screening-webhooks/sandbox';

function findService(url: string | undefined, { env, servicesFolder }: Host): RunningService {
  const running = runningServices(servicesFolder);
  if (url === undefined) {
    const [service, ...others] = running;
    if (service === undefined) throw new UsageError(`no service runs on this machine. ${START}`);
    if (others.length === 0) return withKey(service, env);
    const urls = running.map((each) => each.url).join(', ');
    throw new UsageError(`several services run on this machine. Choose one with --url: ${urls}.`);
  }
  const origin = originOf(url);
  const known = running.find((service) => service.url === origin || service.publicUrl === origin);
  if (known) return withKey(known, env);
  const { SCREENING_API_KEY: key, SCREENING_CONTROL_TOKEN: controlToken } = env;
  if (key && controlToken) {
    return { url: origin, key, controlToken, integrationId: env['SCREENING_INTEGRATION_ID'] ?? '' };
  }
  throw new UsageError(
    `${origin} was not started by this user. Set SCREENING_API_KEY and SCREENING_CONTROL_TOKEN.`,
  );
}

// Only the first start on PostgreSQL knows the key.
function withKey(service: RunningService, env: Host['env']): RunningService {
  return service.key === '' ? { ...service, key: env['SCREENING_API_KEY'] ?? '' } : service;
}

// A service announces 127.0.0.1, and its public URL.
function originOf(url: string): string {
  if (!URL.canParse(url)) {
    throw new UsageError(`--url: expected a URL such as http://localhost:4010, got ${url}.`);
  }
  const parsed = new URL(url);
  if (['localhost', '[::1]'].includes(parsed.hostname)) parsed.hostname = '127.0.0.1';
  return parsed.origin;
}
