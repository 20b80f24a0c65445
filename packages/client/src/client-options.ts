import type { OptionNames } from '@screening-webhooks/core/store-kit';
import { checkFunction, checkNames, checkNumber } from './check-input.js';
import { InvalidInputError } from './errors/invalid-input-error.js';

/** The subset of `fetch` that the client calls. */
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
  /** The key from the service's dashboard, without `Bearer`. */
  readonly apiKey: string;
  /** The URL without `/v1`: `https://…`, with an optional path. Plain `http:` is accepted for loopback addresses only. */
  readonly baseUrl: string;
  /** Sends the key over plain `http:` to any host, for a sandbox in a private network. Default false. */
  readonly allowHttp?: boolean | undefined;
  /** Time limit in milliseconds for a call, including all attempts and the waits between them. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Time limit in milliseconds for one attempt, including the response body. Default 10,000. */
  readonly attemptTimeout?: number | undefined;
  /** Maximum number of retries of a call that is safe to repeat. Default 2; 0 disables retries. */
  readonly retries?: number | undefined;
  /**
   * The longest wait before the first retry, in milliseconds. It doubles for each further retry, up to 8,000. The actual
   * wait is a random part of it ("full jitter"). Default 250.
   */
  readonly backoff?: number | undefined;
  /** Default 4,194,304. */
  readonly maxResponseBytes?: number | undefined;
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: ClientFetch | undefined;
}

/** Validated {@link ClientOptions} with defaults applied. */
export interface ClientSettings {
  /** The base URL without a trailing slash. */
  readonly baseUrl: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly backoff: number;
  readonly maxResponseBytes: number;
  readonly fetch: ClientFetch;
  /** Replaces the API key in text that the service sent. */
  readonly redact: (text: string) => string;
}

const optionNames: OptionNames<ClientOptions> = {
  apiKey: true,
  baseUrl: true,
  allowHttp: true,
  timeout: true,
  attemptTimeout: true,
  retries: true,
  backoff: true,
  maxResponseBytes: true,
  fetch: true,
};

/** @throws InvalidInputError for an invalid option; the message names the option and the fix. */
export function clientSettings(options: ClientOptions): ClientSettings {
  checkNames(options, optionNames, 'createClient');
  const apiKey = checkApiKey(options.apiKey);
  return {
    baseUrl: checkBaseUrl(options.baseUrl, options.allowHttp === true),
    authorization: `Bearer ${apiKey}`,
    timeout: checkNumber('timeout', options.timeout, {
      of: 'milliseconds',
      min: 1,
      default: 30_000,
    }),
    attemptTimeout: checkNumber('attemptTimeout', options.attemptTimeout, {
      of: 'milliseconds',
      min: 1,
      default: 10_000,
    }),
    retries: checkNumber('retries', options.retries, {
      min: 0,
      max: 10,
      of: 'an integer',
      default: 2,
    }),
    backoff: checkNumber('backoff', options.backoff, {
      of: 'milliseconds',
      min: 0,
      max: 8000,
      default: 250,
    }),
    maxResponseBytes: checkNumber('maxResponseBytes', options.maxResponseBytes, {
      min: 1,
      of: 'an integer',
      default: 4_194_304,
    }),
    // Looked up at each call, so that instrumentation that replaces the global fetch later takes effect.
    fetch: checkFunction('fetch', options.fetch) ?? ((url, init) => globalThis.fetch(url, init)),
    redact: (text) => text.replaceAll(apiKey, '[redacted]'),
  };
}

// Visible ASCII is what a header may contain. The message never repeats the value.
function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  const problem =
    typeof apiKey !== 'string' || apiKey === ''
      ? 'expected a non-empty string. Is the environment variable set?'
      : 'contains white space or characters that are not allowed in a header. Copy it again, without "Bearer" and without a trailing newline.';
  throw new InvalidInputError('apiKey', problem);
}

function checkBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  const invalid = (problem: string): InvalidInputError => new InvalidInputError('baseUrl', problem);
  let url: URL;
  try {
    url = new URL(String(baseUrl));
  } catch {
    throw invalid('expected a URL with its scheme, such as https://api.example.com.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid('expected the scheme https://, such as https://api.example.com.');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw invalid(
      'http:// would send the key unencrypted. Use https://, or set allowHttp for a private network.',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalid('expected a URL without user, query and fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) throw invalid('remove /v1: the client adds it.');
  return url.origin + path;
}

function isLoopback(hostname: string): boolean {
  return (
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    /(^|\.)localhost$/.test(hostname)
  );
}
