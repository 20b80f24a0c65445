import { onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../src/config.js';
import { type Service, type ServiceDependencies, startService } from '../../src/start.js';

export const frozenConfig: ServiceConfig = {
  port: 0,
  clock: { mode: 'frozen', at: '2026-01-01T00:00:00.000Z' },
  rng: 'test',
  rateLimit: 'off',
  strictHeaders: false,
  signatureClock: 'wall',
  allowNet: [],
};

/** A service of a test, over HTTP. */
export interface TestService extends Service {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Called>;
  control(path: string, body?: unknown): Promise<Called>;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly body: any;
}

export async function testService(
  config: Partial<ServiceConfig> = {},
  dependencies: ServiceDependencies = {},
): Promise<TestService> {
  const service = await startService(
    { ...frozenConfig, ...config },
    {
      onError: (error) => {
        throw error;
      },
      ...dependencies,
    },
  );
  onTestFinished(() => service.close());
  const { url, keys, controlToken } = service.description;
  async function send(
    method: string,
    path: string,
    token: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Called> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }
  return {
    ...service,
    call: (method, path, body, headers) => send(method, path, keys.full, body, headers),
    control: (path, body) =>
      send(body === undefined ? 'GET' : 'POST', `/_sandbox${path}`, controlToken, body),
  };
}
