import { type Command, Option, UsageError } from 'screening-webhooks-terminal';
import { type CallService, callService } from '../../handle/call-service.js';
import type { Host } from '../host.js';
import { type FoundService, findService, START } from './find-service.js';

/** The options of every command that calls a service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly json?: true;
}

/** A service to call. */
export interface Connection extends Pick<FoundService, 'integrationId' | 'endpointId' | 'origins'> {
  readonly url: string;
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
        'the service (default: SCREENING_URL, else the one that runs here); of another user with SCREENING_API_KEY and SCREENING_CONTROL_TOKEN',
      ),
    )
    .option('--json', 'print JSON');
}

/** @throws UsageError when no service is found, or more than one. Calls reject with a UsageError when none answers. */
export function connect({ url: option }: ServiceOptions, host: Host): Connection {
  const { api, control, variable, ...known } = findService(option, host);
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await globalThis.fetch(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      const { origin } = new URL(request.url);
      const named = variable === undefined ? '' : `, which ${variable} names`;
      throw new UsageError(`no service answers at ${origin}${named}. ${START}`);
    }
  };
  const fetchWithKey: typeof fetch = async (request) => {
    if (api) return fetch(request);
    throw new UsageError(
      `the service at ${control.url} does not know its API key any more. Set SCREENING_API_KEY, and SCREENING_URL=${control.url}.`,
    );
  };
  const { url, token } = api ?? { url: control.url, token: '' };
  return {
    ...known,
    url,
    api: callService(fetchWithKey, url, token),
    control: callService(fetch, control.url, control.token),
    stream: (path, signal, after) =>
      fetchWithKey(
        new Request(url + path, {
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'text/event-stream',
            ...(after === undefined ? {} : { 'last-event-id': after }),
          },
          signal,
        }),
      ),
  };
}
