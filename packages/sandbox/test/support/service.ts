import { keep } from 'screening-webhooks-test-support/kept';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { isRecord } from '../../src/handle/call-service.js';
import type { ServiceConfig, ServiceDescription } from '../../src/service/config/service-config.js';
import type { Database } from '../../src/service/db/sql.js';
import { type ServiceDependencies, startService } from '../../src/service/start-service.js';
import { openTestDatabase } from './open-test-database.js';

const frozenConfig: ServiceConfig = {
  port: 0,
  storage: { kind: 'memory' },
  clock: { mode: 'frozen', at: '2026-01-01T00:00:00.000Z' },
  rateLimit: 'off',
  strictHeaders: false,
  signatureClock: 'wall',
  allowNet: [],
};

type Json = Readonly<Record<string, unknown>>;

/** An answer of the service. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. */
  readonly body: Json;
  readonly text: string;
}

interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The keys of a new service. */
interface KnownKeys {
  readonly full: string;
  readonly candidate: string;
}

/** The objects of a list that an answer has. */
export function recordsOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** A service over HTTP, on a frozen clock. */
export interface TestService {
  readonly description: ServiceDescription & { readonly keys: KnownKeys };
  /** The database beneath it. */
  readonly sql: Database;
  /** Calls the API with the full key. */
  call(method: string, path: string, body?: unknown, options?: Call): Promise<Answer>;
  /** Calls the API, which must not refuse it, and returns the body of its answer. */
  send(method: string, path: string, body?: unknown, options?: Call): Promise<Json>;
  /** Calls a control: POST with a body, otherwise GET. */
  control(path: string, body?: unknown): Promise<Answer>;
  /** The objects of a list, oldest first. */
  list(path: string): Promise<readonly Json[]>;
  /** Stores the log of the requests so far, for a test that reads the database itself. */
  flushLog(): Promise<void>;
  /** Deletes the snapshots, which a reset keeps. */
  forgetSnapshots(): Promise<void>;
  /** Rejects if the service has reported an error. */
  failed(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestService(
  config: Partial<ServiceConfig> = {},
  dependencies: Partial<ServiceDependencies> = {},
): Promise<TestService> {
  const errors: unknown[] = [];
  const database = await (dependencies.openDatabase ?? openTestDatabase)();
  const service = await startService(
    { ...frozenConfig, ...(config.storage?.kind === 'postgres' ? {} : { rng: 'test' }), ...config },
    {
      onError: (error) => errors.push(error),
      ...dependencies,
      openDatabase: async () => database,
    },
  );
  const { localUrl, controlToken } = service.description;
  const { full = '', candidate = '' } = service.description.keys;
  const keys = { full, candidate };
  const url = localUrl ?? service.description.url;

  async function request(method: string, path: string, body: unknown, call: Call): Promise<Answer> {
    const isText = typeof body === 'string' || body instanceof FormData || body instanceof Blob;
    // Not over a socket, because only tests of sockets need one.
    const sent = new Request(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${call.key}`,
        ...(body === undefined || body instanceof FormData || body instanceof Blob
          ? {}
          : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const response = await service.fetch(sent);
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const text = isStream ? await firstPart(response) : await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson ? JSON.parse(text) : {};
    return {
      status: response.status,
      headers: response.headers,
      body: isRecord(parsed) ? parsed : {},
      text,
    };
  }

  const call: TestService['call'] = (method, path, body, options) =>
    request(method, path, body, { key: keys.full, ...options });

  return {
    description: { ...service.description, keys },
    sql: database.sql,
    call,
    async send(method, path, body, options) {
      const answer = await call(method, path, body, options);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    },
    control: (path, body) =>
      request(body === undefined ? 'GET' : 'POST', `/_sandbox${path}`, body, { key: controlToken }),
    async list(path) {
      return recordsOf((await call('GET', path)).body['data']).reverse();
    },
    flushLog: service.flushLog,
    async forgetSnapshots() {
      const all = await request('GET', '/_sandbox/snapshots', undefined, { key: controlToken });
      for (const { name } of recordsOf(all.body['data'])) {
        await request('DELETE', `/_sandbox/snapshots/${name}`, undefined, { key: controlToken });
      }
    },
    async failed() {
      if (errors.length > 0) throw errors.splice(0)[0];
    },
    async close() {
      await service.close();
      if (errors.length > 0) throw errors[0];
    },
  };
}

// A stream has no end.
async function firstPart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const part = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(part?.value);
}

type DeliverTo = NonNullable<ServiceDependencies['deliverTo']>;

// The files that a Vitest worker runs share these services, because a start takes a second.
let withoutEndpoint: Promise<TestService> | undefined;
let inProcess: Promise<TestService> | undefined;
let deliverToFile: DeliverTo;

/**
 * A service for the tests of a file, reset before each test. With `deliverTo`, its endpoint is that function.
 *
 * @param before With `beforeAll`, the tests restore their own state.
 */
export function sharedService(deliverTo?: DeliverTo, before = beforeEach): () => TestService {
  return serviceOfFile(
    () => {
      if (!deliverTo) {
        withoutEndpoint ??= keep(() => startTestService());
        return withoutEndpoint;
      }
      deliverToFile = deliverTo;
      inProcess ??= keep(() =>
        startTestService({}, { deliverTo: (request) => deliverToFile(request) }),
      );
      return inProcess;
    },
    async (service) => {
      // The service outlives the file. A later file that fakes `Date` would set back a running clock. Aborts attempts in flight.
      const { body } = await service.control('/clock');
      if (body['mode'] === 'real') await service.control('/reset', {});
      await service.forgetSnapshots();
      await service.failed();
    },
    before,
  );
}

/** A separate service for the tests of a file, reset before each test. */
export function ownService(config: Partial<ServiceConfig>): () => TestService {
  return serviceOfFile(
    () => startTestService(config),
    (service) => service.close(),
  );
}

function serviceOfFile(
  start: () => Promise<TestService>,
  end: (service: TestService) => Promise<void>,
  before = beforeEach,
): () => TestService {
  let service: TestService | undefined;
  const get = (): TestService => {
    if (!service) throw new Error('The service is there in tests and hooks only.');
    return service;
  };
  beforeAll(async () => {
    service = await start();
  });
  before(async () => {
    await get().control('/reset', {});
  });
  afterAll(() => end(get()));
  return get;
}
