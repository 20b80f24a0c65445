import { type Terminal, UsageError } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { type CallService, callService } from '../../handle/call-service.js';
import { type Query, withQuery } from '../../handle/list-page.js';
import { Account } from '../../service/capabilities/tenants/index.js';
import type { Host } from '../host.js';
import { jsonLine, table } from '../output/print.js';
import { type FoundService, findService, START } from './find-service.js';

/** The options of every command that calls a service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly json?: true;
}

/** Calls the service and checks its answer. @throws UsageError when it is not one of a sandbox. */
export type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  ...call: Parameters<CallService>
) => Promise<z.output<Schema>>;

/** A service to call, and the way in which the command was asked to print its answers. */
export interface Connection extends Pick<FoundService, 'endpointId' | 'origins'> {
  readonly url: string;
  /** Calls with the API key. */
  readonly api: Ask;
  /** Calls with the control token. */
  readonly control: Ask;
  /** Reads a list of the API, newest first: the page of `query.limit` objects, or every page without it. */
  readonly list: <Schema extends z.ZodType>(
    item: Schema,
    path: string,
    query?: Query,
  ) => Promise<readonly z.output<Schema>[]>;
  /** Asks for a stream with the API key. `after`: the id of the last event that was seen. */
  readonly stream: (path: string, signal: AbortSignal, after?: string) => Promise<Response>;
  /** The integration of a command that names none: that of the start, or of the environment, or the default of the service. */
  readonly defaultIntegration: () => Promise<string | undefined>;
  /** Prints an answer: a line of JSON with `--json`, else text. */
  readonly print: (answer: object, text: string) => void;
  /** Prints an answer after which attempts are due. Its text says how they are made, if time alone does not. */
  readonly printDue: (answer: object, text: string) => Promise<void>;
  /** Prints a list: a line of JSON for each object with `--json`, else a table of `row`, or the sentence `none`. */
  readonly printList: <Item extends object>(
    items: readonly Item[],
    row: (item: Item) => Readonly<Record<string, string>>,
    none: string,
  ) => void;
}

/** The answer that tells the time. */
export const Clock = z.object({ mode: z.enum(['real', 'frozen']), now: z.iso.datetime() });

/** @throws UsageError when no service is found, or more than one. Calls reject with a UsageError when none answers. */
export function connect(options: ServiceOptions, terminal: Terminal, host: Host): Connection {
  const {
    api: access,
    control,
    variable,
    integrationId,
    ...known
  } = findService(options.url, host);
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
    if (access) return fetch(request);
    throw new UsageError(
      `the service at ${control.url} does not know its API key any more. Set SCREENING_API_KEY, and SCREENING_URL=${control.url}.`,
    );
  };
  const { url, token } = access ?? { url: control.url, token: '' };
  const api = asking(callService(fetchWithKey, url, token));
  const connection: Connection = {
    ...known,
    url,
    api,
    control: asking(callService(fetch, control.url, control.token)),
    async list(item, path, query = {}) {
      const page = z.object({ data: z.array(item), nextCursor: z.string().nullable() });
      const items: z.output<typeof item>[] = [];
      let cursor: string | undefined;
      do {
        const answer = await api(page, 'GET', withQuery(path, { limit: 100, ...query, cursor }));
        items.push(...answer.data);
        cursor = answer.nextCursor ?? undefined;
      } while (cursor !== undefined && query['limit'] === undefined);
      return items;
    },
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
    async defaultIntegration() {
      if (integrationId !== undefined) return integrationId;
      return (await api(Account, 'GET', '/v1/account')).defaultIntegrationId ?? undefined;
    },
    print: (answer, text) => terminal.out(options.json ? jsonLine(answer) : text),
    async printDue(answer, text) {
      const note = options.json ? '' : await frozenNote(connection);
      connection.print(answer, text + note);
    },
    printList: (items, row, none) =>
      terminal.out(options.json ? items.map(jsonLine).join('') : table(items.map(row), none)),
  };
  return connection;
}

/** The clock of the service. */
export function readClock({ control }: Connection): Promise<z.output<typeof Clock>> {
  return control(Clock, 'GET', '/_sandbox/clock');
}

/** Says how attempts that are due are made, if time alone does not. */
export async function frozenNote(connection: Connection): Promise<string> {
  const { mode } = await readClock(connection);
  if (mode !== 'frozen') return '';
  return 'The clock is frozen. To make the attempts that are due: screening-sandbox clock settle\n';
}

function asking(call: CallService): Ask {
  return async (schema, ...request) => checkAnswer(schema, await call(...request));
}

/** @throws UsageError when a value is not what a sandbox answers. */
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
