import { type Terminal, UsageError } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { type CallService, callService, type Query, withQuery } from '../../handle/call-service.js';
import { Account } from '../../service/capabilities/tenants/index.js';
import { WebhookEndpoint } from '../../service/capabilities/webhooks/index.js';
import { isUntrusted } from '../../service/outbound/send-error.js';
import type { Host } from '../host.js';
import { aligned, jsonLine, shown, table } from '../output/print.js';
import { comparableOrigin, findService, START } from './find-service.js';

export interface ServiceOptions {
  readonly url?: string;
  readonly json?: true;
}

/** Calls the service and checks its answer. @throws UsageError when the answer is not a sandbox's. */
type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  ...call: Parameters<CallService>
) => Promise<z.output<Schema>>;

/** The service does not answer, or cannot do its work now. */
export class ServiceAwayError extends UsageError {}

export const Clock = z.object({ mode: z.enum(['real', 'frozen']), now: z.iso.datetime() });

/** A service to call, and how to print its answers. */
export type Connection = ReturnType<typeof connect>;

/** @throws UsageError when no service is found, or more than one. Calls reject with a UsageError when none answers. */
export function connect({ url: named, json }: ServiceOptions, terminal: Terminal, host: Host) {
  const service = findService(named, host);
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await globalThis.fetch(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      const { origin } = new URL(request.url);
      if (error instanceof Error && isUntrusted(error.cause)) {
        throw new UsageError(
          `the certificate of ${origin} is not trusted. Set NODE_EXTRA_CA_CERTS to its PEM file, or to that of its authority.`,
        );
      }
      const variable = service.variable === undefined ? '' : `, which ${service.variable} names`;
      throw new ServiceAwayError(`no service answers at ${origin}${variable}. ${START}`);
    }
  };
  const fetchWithKey: typeof fetch = async (request) => {
    if (service.api) return fetch(request);
    const { url } = service.control;
    throw new UsageError(
      `the service at ${url} does not know its API key any more. Set SCREENING_API_KEY, and SCREENING_URL=${url}.`,
    );
  };
  const { url, token } = service.api ?? { url: service.control.url, token: '' };
  const api = asking(callService(fetchWithKey, url, token));
  const control = asking(callService(fetch, service.control.url, service.control.token));
  const print = (answer: object, text: string): void =>
    terminal.out(json ? jsonLine(answer) : text);

  return {
    url,
    origins: service.origins,
    endpointId: service.endpointId,
    api,
    /** Calls with the control token. */
    control,
    /** Reads a list of the API, newest first: the page of `query.limit` objects, or every page without it. */
    async list<Schema extends z.ZodType>(item: Schema, path: string, query: Query = {}) {
      const page = z.object({ data: z.array(item), nextCursor: z.string().nullable() });
      const items: z.output<Schema>[] = [];
      let cursor: string | undefined;
      do {
        const answer = await api(page, 'GET', withQuery(path, { limit: 100, ...query, cursor }));
        items.push(...answer.data);
        cursor = answer.nextCursor ?? undefined;
      } while (cursor !== undefined && query['limit'] === undefined);
      return items;
    },
    /** Asks for a stream with the API key. @param after The id of the last event that was seen. */
    stream(path: string, signal: AbortSignal, after?: string): Promise<Response> {
      const headers = new Headers({
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
      });
      if (after !== undefined) headers.set('last-event-id', after);
      return fetchWithKey(new Request(url + path, { headers, signal }));
    },
    /** The integration of a command that names none: from the start or the environment, otherwise the default of the service. */
    async defaultIntegration(): Promise<string | undefined> {
      if (service.integrationId !== undefined) return service.integrationId;
      return (await api(Account, 'GET', '/v1/account')).defaultIntegrationId ?? undefined;
    },
    /** Prints an answer: a line of JSON with `--json`, otherwise text. */
    print,
    /** Prints a sentence to stderr. */
    warn: (sentence: string): void => terminal.err(`${sentence}\n`),
    /** Prints an answer after which attempts are due. On a frozen clock, the text says how to make them. */
    async printDue(answer: object, text: string): Promise<void> {
      const isFrozen = !json && (await readClock(control)).mode === 'frozen';
      print(answer, isFrozen ? text + FROZEN : text);
    },
    /** Prints a list: a line of JSON for each object with `--json`, otherwise a table of `row` or the sentence `none`. */
    printList<Item extends object>(
      items: readonly Item[],
      row: (item: Item) => Readonly<Record<string, string>>,
      none: string,
    ): void {
      terminal.out(json ? items.map(jsonLine).join('') : table(items.map(row), none));
    },
  };
}

export function readClock(control: Ask): Promise<z.output<typeof Clock>> {
  return control(Clock, 'GET', '/_sandbox/clock');
}

const FROZEN =
  'The clock is frozen. To make the attempts that are due: screening-sandbox clock settle\n';

function asking(call: CallService): Ask {
  return async (schema, ...request) => checkAnswer(schema, await call(...request));
}

/** @throws UsageError when a value is not the answer of a sandbox. */
export function checkAnswer<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  throw noSandbox();
}

export function noSandbox(): UsageError {
  return new UsageError(
    'this is not an answer of a sandbox of this version. Check --url or SCREENING_URL.',
  );
}

export const ENDPOINTS = '/v1/webhook-endpoints';

/** The help of an argument that {@link endpointAction} takes. */
export const endpointHelp = 'default: that of --forward-to, else the only one that is not a sink';

/**
 * Makes the action of a command on an endpoint: the named one, or the default.
 *
 * @throws UsageError when none is named and there is no default.
 */
export function endpointAction<Options extends ServiceOptions>(
  connect: (options: ServiceOptions) => Connection,
  act: (connection: Connection & { readonly path: string }, options: Options) => Promise<void>,
): (named: string | undefined, options: Options) => Promise<void> {
  return async (named, options) => {
    const connection = connect(options);
    const id = named ?? (await defaultEndpoint(connection));
    await act({ ...connection, path: `${ENDPOINTS}/${encodeURIComponent(id)}` }, options);
  };
}

/**
 * Finds the endpoint of `--forward-to`. If it is unknown or deleted: the only endpoint of the default integration that is not a
 * sink of the service, or the only endpoint of all.
 */
async function defaultEndpoint(connection: Connection): Promise<string> {
  const all = await connection.list(WebhookEndpoint, ENDPOINTS);
  const forwarded = all.find(({ id }) => id === connection.endpointId);
  if (forwarded) return forwarded.id;
  if (all.length === 0) {
    throw new UsageError(
      'the service has no endpoint. Create one with: screening-sandbox endpoints create <url>',
    );
  }
  const integrationId = await connection.defaultIntegration();
  const likely = all.filter(
    ({ owner, url }) => owner.id === integrationId && !isSink(url, connection.origins),
  );
  const [only, ...others] = likely.length > 0 ? likely : all;
  if (only && others.length === 0) return only.id;
  const rows = aligned(all.map(({ id, url }) => [id, shown(url)])).trimEnd();
  throw new UsageError(`the service has several endpoints. Name one of them:\n${rows}`);
}

function isSink(url: string, origins: readonly string[]): boolean {
  return origins.includes(comparableOrigin(url)) && new URL(url).pathname.startsWith('/sink/');
}
