import { UsageError } from 'screening-webhooks-terminal';
import type { ServiceConfig, Storage } from '../../service/config/service-config.js';
import { limits } from '../../service/limits/limits.js';
import { classifyAddress } from '../../service/outbound/classify-address.js';
import type { Host } from '../host.js';
import type { SettingsFile } from './write-settings.js';

type Environment = Host['env'];

const PASSWORD = 'SCREENING_SANDBOX_PASSWORD';
const SHORTEST = 12;

export interface StartOptions {
  readonly port: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly trustProxy: readonly string[];
  readonly forwardTo?: string;
  readonly writeEnv?: string;
  readonly envFile?: string;
  readonly writeEnvOnly?: SettingsFile['only'];
  readonly frozen?: true;
  readonly clock?: string;
  readonly data?: string;
  readonly controls?: true;
  /** Milliseconds. */
  readonly retain?: number;
  readonly rng?: string;
  readonly seed?: 'demo' | 'none';
  readonly rateLimit: number | 'off';
  readonly strictHeaders?: true;
  readonly previewEvents?: true;
  readonly logBodies?: true;
  readonly signatureClock: ServiceConfig['signatureClock'];
  readonly allowNet: readonly string[];
  readonly json?: true;
  /** Whether the output may have secrets. */
  readonly secrets: boolean;
  readonly log: 'text' | 'json';
}

/** Makes the configuration of a service. @throws UsageError when the options contradict each other or the environment. */
export function readConfig(options: StartOptions, env: Environment): ServiceConfig {
  const storage = chooseStorage(options, env);
  if (options.frozen && storage.kind === 'postgres' && !storage.controls) {
    throw new UsageError(
      '--frozen with SCREENING_DATABASE_URL needs --controls, which move the clock.',
    );
  }
  return {
    ...readReach(options, env),
    trustProxy: options.trustProxy,
    port: options.port,
    storage,
    apiKey: readApiKey(storage, env),
    metricsToken: readMetricsToken(env),
    clock: { mode: options.frozen ? 'frozen' : 'real', at: options.clock },
    moveSeconds: limits.secondsOfMove.most,
    rng: options.rng,
    seed: options.seed ?? (storage.kind === 'postgres' ? 'none' : 'demo'),
    forwardTo: options.forwardTo,
    retainMs: options.retain,
    rateLimit: options.rateLimit,
    strictHeaders: options.strictHeaders ?? false,
    previewEvents: options.previewEvents ?? false,
    logBodies: options.logBodies,
    signatureClock: options.signatureClock,
    allowNet: options.allowNet,
  };
}

/**
 * Chooses where the service keeps its state: on PostgreSQL if the environment names a database, otherwise in a folder or in memory.
 *
 * @throws UsageError when the options contradict the environment.
 */
export function chooseStorage(
  { data, controls }: Pick<StartOptions, 'data' | 'controls'>,
  { SCREENING_DATABASE_URL: url = '' }: Environment,
): Storage {
  if (url === '') {
    if (controls) {
      throw new UsageError(
        '--controls is for SCREENING_DATABASE_URL. Without it, the controls are always on.',
      );
    }
    return data === undefined ? { kind: 'memory' } : { kind: 'folder', path: data };
  }
  if (data !== undefined) {
    throw new UsageError(
      '--data: SCREENING_DATABASE_URL is set as well, and the state is in one place. Unset one of them.',
    );
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    return { kind: 'postgres', url, controls: controls ?? false };
  }
  throw new UsageError(
    'SCREENING_DATABASE_URL: expected postgres://user:password@host:port/database.',
  );
}

/** A warning that DATABASE_URL is not used, or an empty text if it is not set or the user chose where to keep the state. */
export function unusedVariable({ kind }: Storage, { DATABASE_URL = '' }: Environment): string {
  if (kind !== 'memory' || DATABASE_URL === '') return '';
  return 'DATABASE_URL is not used. Set SCREENING_DATABASE_URL to keep the state in PostgreSQL.\n';
}

/** Reads the key of the environment. With storages other than PostgreSQL, keys are derived or new. */
function readApiKey(
  { kind }: Storage,
  { SCREENING_API_KEY: key = '' }: Environment,
): string | undefined {
  if (kind !== 'postgres' || key === '') return undefined;
  if (/^bss_full_[0-9A-Za-z]{24,200}$/.test(key)) return key;
  throw new UsageError(
    'SCREENING_API_KEY: expected bss_full_ and at least 24 letters and digits, such as bss_full_$(openssl rand -hex 20).',
  );
}

function readMetricsToken({
  SCREENING_METRICS_TOKEN: token = '',
}: Environment): string | undefined {
  if (token === '') return undefined;
  if (/^[\w.~+/-]{24,200}=*$/.test(token)) return token;
  throw new UsageError(
    'SCREENING_METRICS_TOKEN: expected at least 24 letters and digits, such as $(openssl rand -hex 20).',
  );
}

/**
 * Reads who can reach the service, and the password. The password comes from the environment only, because other users of the
 * machine see command lines.
 *
 * @throws UsageError when others could reach the service without a password, or without a public URL.
 */
function readReach(
  { host, publicUrl }: StartOptions,
  env: Environment,
): Pick<ServiceConfig, 'host' | 'publicUrl' | 'password'> {
  const password = env[PASSWORD];
  if (password !== undefined) checkPassword(password);
  const isRemote = host !== undefined && classifyAddress(host).kind !== 'loopback';
  const missing = [
    ...(password === undefined ? [`set ${PASSWORD} to at least ${SHORTEST} characters`] : []),
    ...(publicUrl === undefined ? ['pass --public-url, the address that they use'] : []),
  ];
  if ((isRemote || publicUrl !== undefined) && missing.length > 0) {
    const option = isRemote ? `--host ${host}` : '--public-url';
    throw new UsageError(`${option} lets others reach the service: ${missing.join(' and ')}.`);
  }
  return { ...(host === undefined ? {} : { host }), publicUrl, password };
}

function checkPassword(password: string): void {
  if (Array.from(password).length < SHORTEST) {
    throw new UsageError(`${PASSWORD} is too short: it needs at least ${SHORTEST} characters.`);
  }
  // Control characters cannot be entered in a form.
  if (/\p{Cc}/u.test(password)) {
    throw new UsageError(`${PASSWORD} has a line break or another control character: remove it.`);
  }
}
