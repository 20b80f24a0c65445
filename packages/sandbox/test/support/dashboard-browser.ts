import { isRecord } from '../../src/handle/call-service.js';
import { csrfToken } from '../../src/service/login/sessions.js';
import type { TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** An answer as a browser gets it, without following redirects. */
export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON. */
  readonly body: Json;
}

/** A browser with a cookie of the dashboard. */
export interface DashboardBrowser {
  /** `name=value`, as it is sent. */
  readonly cookie: string;
  /** The token of the session. */
  readonly token: string;
  /** The token in the pages of the service while the session acts as a tenant. Default: as the account itself. */
  csrf(actingTenantId?: string): string;
  /** Sends a request as a page of the service does. Given headers replace its own; `null` omits a header. */
  send(method: string, path: string, sent?: Sent): Promise<Visited>;
  /** Sends a form as a page of the service does. Given headers replace its own. */
  submit(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Visited>;
}

interface Sent {
  readonly body?: unknown;
  readonly csrf?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The URL of a service on this machine. */
export function addressOf({ description }: TestService): string {
  return description.localUrl ?? description.url;
}

/** Creates a one-time link, with its URL on this machine. */
export async function newLink(service: TestService): Promise<string> {
  const { status, body, text } = await service.control('/login-links', {});
  if (status !== 201) throw new Error(text);
  const { pathname, search } = new URL(String(body['url']));
  return addressOf(service) + pathname + search;
}

/** Opens a URL as if a person had typed it. */
export async function visit(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Visited> {
  return visited(
    await fetch(url, {
      method,
      headers: { 'sec-fetch-site': 'none', ...headers },
      redirect: 'manual',
    }),
  );
}

/** Signs in with a new link. */
export async function signIn(service: TestService): Promise<DashboardBrowser> {
  const { status, headers, text } = await visit(await newLink(service));
  if (status !== 303) throw new Error(text);
  return browserWith(service, cookieOf(headers));
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  const [cookie = ''] = headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}

/** A browser with this cookie. */
export function browserWith(service: TestService, cookie: string): DashboardBrowser {
  const url = addressOf(service);
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const csrf = (actingTenantId?: string): string => csrfToken(token, actingTenantId ?? null);
  return {
    cookie,
    token,
    csrf,
    async send(method, path, { body, csrf: csrfSent = csrf(), headers = {} } = {}) {
      const isChange = method !== 'GET';
      const sent = {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(isChange ? { origin: url, 'x-csrf-token': csrfSent } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      return visited(
        await fetch(url + path, {
          method,
          headers: Object.entries(sent).filter(
            (pair): pair is [string, string] => pair[1] !== null,
          ),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          redirect: 'manual',
        }),
      );
    },
    async submit(path, form, headers = {}) {
      return visited(
        await fetch(url + path, {
          method: 'POST',
          headers: { cookie, origin: url, 'sec-fetch-site': 'same-origin', ...headers },
          body: new URLSearchParams(form),
          redirect: 'manual',
        }),
      );
    },
  };
}

async function visited(response: Response): Promise<Visited> {
  const { status, headers } = response;
  const isJson = /json/.test(headers.get('content-type') ?? '');
  if (headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return { status, headers, text: '', body: {} };
  }
  const text = await response.text();
  const parsed: unknown = isJson ? JSON.parse(text) : {};
  return { status, headers, text, body: isRecord(parsed) ? parsed : {} };
}
