import { checkFunction, checkNumber } from './check-input.js';
import { InvalidInputError } from './errors/invalid-input-error.js';

/** What is used of `fetch`. */
export type ClientFetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/** Options of `createClient`. */
export interface ClientOptions {
  /** From the service's dashboard, without `Bearer`. */
  readonly apiKey: string;
  /** What comes before `/v1`: `https://…`, with a path where there is one. Plain `http:` is for loopback addresses. */
  readonly baseUrl: string;
  /** Lets the key go over plain `http:` to any host: for a sandbox in a private network. Default false. */
  readonly allowHttp?: boolean;
  /** Milliseconds that a call may take with all its attempts and the waits between them. Default 30,000. */
  readonly timeout?: number;
  /** Milliseconds that one attempt may take, its response's body included. Default 10,000. */
  readonly attemptTimeout?: number;
  /** How often a call that is safe to repeat is tried again. Default 2; 0 for never. */
  readonly retries?: number;
  /**
   * The longest wait before the first retry, in milliseconds; doubled for each further one, up to 8,000. How much of it
   * is waited is random ("full jitter"). Default 250.
   */
  readonly backoff?: number;
  /** Default 4,194,304. */
  readonly maxResponseBytes?: number;
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: ClientFetch;
}

/** {@link ClientOptions}, checked and with defaults. */
export interface ClientSettings {
  /** Ends without a slash. */
  readonly origin: string;
  readonly authorization: string;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly backoff: number;
  readonly maxResponseBytes: number;
  readonly fetch: ClientFetch;
  /** Cuts the key out of a text that came from outside. */
  readonly redact: (text: string) => string;
}

/** @throws InvalidInputError for a malformed option, naming the option and the cure. */
export function clientSettings(options: ClientOptions): ClientSettings {
  const apiKey = checkApiKey(options.apiKey);
  return {
    origin: checkBaseUrl(options.baseUrl, options.allowHttp === true),
    authorization: `Bearer ${apiKey}`,
    timeout: checkNumber('timeout', options.timeout, { least: 1, default: 30_000 }),
    attemptTimeout: checkNumber('attemptTimeout', options.attemptTimeout, {
      least: 1,
      default: 10_000,
    }),
    retries: checkNumber('retries', options.retries, {
      least: 0,
      most: 10,
      whole: true,
      default: 2,
    }),
    backoff: checkNumber('backoff', options.backoff, { least: 0, most: 8000, default: 250 }),
    maxResponseBytes: checkNumber('maxResponseBytes', options.maxResponseBytes, {
      least: 1,
      whole: true,
      default: 4_194_304,
    }),
    // Called as a plain function, and looked up at each call: a tool that replaces the global one is then seen.
    fetch: checkFunction('fetch', options.fetch) ?? ((url, init) => globalThis.fetch(url, init)),
    redact: (text) => text.replaceAll(apiKey, '[redacted]'),
  };
}

// Visible ASCII: what may stand in a header. No message says anything of what was given.
function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  const problem =
    typeof apiKey !== 'string' || apiKey === ''
      ? 'expected a non-empty string. Is the environment variable set?'
      : 'has white space or characters that no header may have. Copy it again, without "Bearer" and without a newline behind it.';
  throw new InvalidInputError('apiKey', problem);
}

function checkBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  const wrong = (cure: string): InvalidInputError => new InvalidInputError('baseUrl', cure);
  let url: URL;
  try {
    url = new URL(String(baseUrl));
  } catch {
    throw wrong('expected a URL with its scheme, such as https://api.example.com.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong('expected the scheme https://, such as https://api.example.com.');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw wrong(
      'http:// would send the key in the clear. Use https://, or set allowHttp for a private network.',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw wrong('expected no user, no query and no fragment in it.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) throw wrong('leave out /v1: the client adds it.');
  return url.origin + path;
}

function isLoopback(hostname: string): boolean {
  return (
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    /(^|\.)localhost$/.test(hostname)
  );
}
