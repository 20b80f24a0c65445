import { type OptionNames, unknownOption } from '@screening-webhooks/core/store-kit';
import type { ServiceConfig } from '../service/config/service-config.js';
import { readStartTime, readTime } from '../service/kernel/calendar/read-time.js';
import { isRecord } from './call-service.js';

/** Options of `startSandbox`. All are optional. */
export interface SandboxOptions {
  /** Receives every delivery of the demo integration, in the test's own thread and without a socket. */
  readonly deliverTo?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * The URL of the demo integration's endpoint. With `deliverTo` it is only the URL of the requests, and has a default.
   * Without both, the integration has no endpoint.
   */
  readonly endpoint?: string | undefined;
  /** The port of the API on 127.0.0.1. Default 0: any free port. */
  readonly port?: number | undefined;
  /**
   * `frozen`: time moves by `clock` only, and nothing is sent between its calls. `real`: time passes. `at` is the time at
   * the start, by default the time of the machine, whatever the test's fake timers say. Default `frozen`.
   */
  readonly clock?:
    | 'frozen'
    | 'real'
    | { readonly mode?: 'frozen' | 'real' | undefined; readonly at?: string | Date | undefined }
    | undefined;
  /** Ids, keys and secrets derive from it. Default `sandbox`, so that they are the same in every run. */
  readonly rng?: string | undefined;
  /**
   * The world that the sandbox begins with: `none` is the catalog and the keys, so that a test finds only what it has made; `demo` is a
   * world with candidates, reports, verifications and tenants. Default `none`.
   */
  readonly seed?: 'demo' | 'none' | undefined;
  /** Requests per minute and key. A tenant has ten times as many. Default `off`. */
  readonly rateLimit?: number | 'off' | undefined;
  /**
   * The clock of `t` in `Service-Signature`. Default `wall`, the time of the machine. With `virtual` give the receiver the
   * sandbox's time as well.
   */
  readonly signatureClock?: 'wall' | 'virtual' | undefined;
  /** Sends the headers of the specification and no other. Default false. */
  readonly strictHeaders?: boolean | undefined;
  /**
   * Emits `report.completed` and `candidate.completed`, which the specification marks as coming soon, to endpoints of the
   * account that subscribe to them. Default false: nothing can subscribe to them.
   */
  readonly previewEvents?: boolean | undefined;
  /** Networks in CIDR notation, and host names, that endpoints may use in addition to loopback and public addresses. */
  readonly allowNet?: readonly string[] | undefined;
}

const optionNames: OptionNames<SandboxOptions> = {
  deliverTo: true,
  endpoint: true,
  port: true,
  clock: true,
  rng: true,
  seed: true,
  rateLimit: true,
  signatureClock: true,
  strictHeaders: true,
  previewEvents: true,
  allowNet: true,
};

/** @throws TypeError for an unknown or malformed option; the message names the option and the fix. */
export function serviceConfig(options: SandboxOptions): ServiceConfig {
  const given: unknown = options;
  if (!isRecord(given)) throw new TypeError('startSandbox: expected an object of options.');
  const unknown = unknownOption(options, optionNames, 'startSandbox');
  if (unknown) throw invalid(unknown.name, unknown.problem);
  const { deliverTo, endpoint, port = 0, rng = 'sandbox', strictHeaders = false } = options;
  const { previewEvents = false } = options;
  if (deliverTo !== undefined && typeof deliverTo !== 'function')
    throw invalid('deliverTo', 'expected a function, such as receiver.fetch.');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw invalid('port', 'expected an integer from 0 to 65,535. 0 takes any free port.');
  if (typeof rng !== 'string' || rng === '') throw invalid('rng', 'expected a non-empty string.');
  for (const [option, value] of Object.entries({ strictHeaders, previewEvents })) {
    if (typeof value !== 'boolean') throw invalid(option, 'expected true or false.');
  }
  return {
    port,
    storage: { kind: 'memory' },
    clock: checkClock(options.clock),
    rng,
    seed: checkChoice('seed', options.seed, ['none', 'demo']),
    forwardTo: checkEndpoint(endpoint),
    rateLimit: checkRateLimit(options.rateLimit),
    strictHeaders,
    previewEvents,
    signatureClock: checkChoice('signatureClock', options.signatureClock, ['wall', 'virtual']),
    allowNet: checkAllowNet(options.allowNet),
  };
}

const invalid = (option: string, problem: string): TypeError =>
  new TypeError(`startSandbox: ${option}: ${problem}`);

function checkEndpoint(endpoint: unknown): string | undefined {
  if (endpoint === undefined) return undefined;
  if (typeof endpoint === 'string' && /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint))
    return endpoint;
  throw invalid('endpoint', 'expected a URL, such as http://localhost:3000/webhooks.');
}

function checkClock(clock: unknown): ServiceConfig['clock'] {
  const { mode, at, ...others } = isRecord(clock) ? clock : { mode: clock };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(`clock.${unknown}`, 'there is no such option. Use mode and at.');
  return {
    mode: checkChoice('clock', mode, ['frozen', 'real']),
    at: at === undefined ? undefined : checkStart(at),
  };
}

function checkStart(at: unknown): string {
  const text = checkInstant('startSandbox: clock.at', at);
  const read = readStartTime(text);
  if (typeof read !== 'string') return text;
  throw invalid('clock.at', `${read[0]?.toLowerCase()}${read.slice(1)}`);
}

/** @throws TypeError unless the value is a Date or an ISO 8601 time with its offset. */
export function checkInstant(name: string, value: unknown): string {
  // Not by instanceof: a fake clock brings its own class.
  const date: unknown = Object.prototype.toString.call(value) === '[object Date]';
  const text = date ? String(JSON.parse(JSON.stringify(value))) : value;
  if (typeof text === 'string' && typeof readTime(text) !== 'string') return text;
  throw new TypeError(
    `${name}: expected a valid Date or a time with its offset, such as 2026-01-31T09:00:00Z.`,
  );
}

function checkRateLimit(limit: unknown): number | 'off' {
  if (limit === undefined || limit === 'off') return 'off';
  if (typeof limit === 'number' && Number.isInteger(limit) && limit > 0) return limit;
  throw invalid('rateLimit', "expected 'off' or a positive integer, requests per minute and key.");
}

function checkAllowNet(networks: unknown): readonly string[] {
  if (networks === undefined) return [];
  const texts = Array.isArray(networks) ? networks.filter((each) => typeof each === 'string') : [];
  if (Array.isArray(networks) && texts.length === networks.length) return texts;
  throw invalid('allowNet', "expected a list of networks or host names, such as ['10.0.0.0/8'].");
}

function checkChoice<const Choice extends string>(
  option: string,
  value: unknown,
  choices: readonly [Choice, Choice],
): Choice {
  const [fallback] = choices;
  const choice = value === undefined ? fallback : choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw invalid(option, `expected ${choices.map((each) => `'${each}'`).join(' or ')}.`);
}
