import {
  Command,
  InvalidArgumentError,
  Option,
  type Terminal,
  UsageError,
} from '@screening-webhooks/terminal';
import type { ServiceConfig, Storage } from '../../config.js';
import type { Service, ServiceDependencies } from '../../start.js';
import { databaseCrashOf } from '../../store/database-crash-of.js';
import type { Host } from '../host.js';
import { ipAddress, origin, time } from '../option-values.js';
import { announceService } from '../service/running-services.js';
import { describeService } from './describe-service.js';
import { nameState } from './name-state.js';
import { reachOf } from './reach-options.js';
import { runService } from './run-service.js';
import { writeSettings } from './write-settings.js';

interface StartOptions {
  readonly port: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly forwardTo?: string;
  readonly writeEnv?: string;
  readonly envFile?: string;
  readonly frozen?: true;
  readonly clock?: string;
  readonly data?: string;
  readonly controls?: true;
  readonly rng?: string;
  readonly seed?: 'demo' | 'none';
  readonly rateLimit: number | 'off';
  readonly strictHeaders?: true;
  readonly previewEvents?: true;
  readonly allowNet: readonly string[];
  readonly json?: true;
}

/** `start`: runs the service until a signal. */
export function startCommand(terminal: Terminal, host: Host): Command {
  return (
    new Command('start')
      .summary('start the service (the default)')
      .description('Starts the background screening service on this machine, with synthetic data.')
      .option('--port <number>', 'port to listen on; 0 takes any free port', port, 4010)
      .addOption(
        new Option(
          '--host <address>',
          'IP address to listen on besides 127.0.0.1 and ::1; for others, set SCREENING_SANDBOX_PASSWORD and --public-url',
        ).argParser(ipAddress),
      )
      .option('--public-url <url>', 'the origin that others use, such as a proxy', origin)
      .option('--forward-to <url>', 'deliver the webhooks of the demo integration to this URL')
      .option('--write-env <file>', 'write the secret, the keys and the address to this file')
      // Node 20 takes this flag for itself, and ends when the file does not exist.
      .addOption(new Option('--env-file <file>').hideHelp())
      .option('--frozen', 'stop the clock: nothing runs until a control moves it')
      .option('--clock <time>', 'the time at the start, such as 2026-01-01T00:00:00Z', time)
      .option('--data <folder>', 'keep the state in this folder; one process at a time')
      .option('--controls', 'with DATABASE_URL: let the clock and the state be set')
      .option('--rng <seed>', 'the seed of ids, keys and secrets, sandbox by default')
      .addOption(
        new Option(
          '--seed <world>',
          'what new data has: a demo world, or none; none by default with DATABASE_URL',
        ).choices(['demo', 'none']),
      )
      .option('--rate-limit <number>', 'requests a minute and key, or off', requests, 600)
      .option('--strict-headers', 'send the headers of the specification and no other')
      .option(
        '--preview-events',
        'emit report.completed and candidate.completed, which are coming soon',
      )
      .addOption(
        new Option(
          '--allow-net <network>',
          'allow endpoints in this network or on this host; may be repeated',
        )
          .argParser((value: string, before: readonly string[]) => [...before, value])
          .default([], 'loopback and public addresses'),
      )
      .option('--json', 'print one line of JSON')
      .action((options: StartOptions) => start(options, terminal, host))
  );
}

async function start(options: StartOptions, terminal: Terminal, host: Host): Promise<void> {
  const config = configOf(options, host);
  const settingsFile = options.writeEnv ?? options.envFile;
  const state = await nameState(config.storage);
  const begin = ({ description, clock }: Service): (() => void) => {
    if (settingsFile !== undefined) writeSettings(settingsFile, description);
    const withdraw = announceService(host.servicesFolder, description);
    terminal.out(
      options.json
        ? `${JSON.stringify(description)}\n`
        : describeService(description, { clock, state, storage: config.storage.kind }),
    );
    return withdraw;
  };
  await runService((onError) => startService(config, onError), begin, terminal);
}

async function startService(
  config: ServiceConfig,
  onError: ServiceDependencies['onError'],
): Promise<Service> {
  // Loaded here, so that a mistake on the command line is told at once.
  const service = await import('../../start.js');
  try {
    return await service.startService(config, { onError });
  } catch (error) {
    throw new UsageError(sentenceOf(error, config));
  }
}

function configOf(options: StartOptions, { env }: Host): ServiceConfig {
  const storage = storageOf(options, env['DATABASE_URL']);
  if (options.frozen && storage.kind === 'postgres' && !storage.controls) {
    throw new UsageError('--frozen with DATABASE_URL needs --controls, which move the clock.');
  }
  return {
    ...reachOf(options, env),
    port: options.port,
    storage,
    ...apiKeyOf(storage, env['SCREENING_API_KEY']),
    clock: {
      mode: options.frozen ? 'frozen' : 'real',
      ...(options.clock === undefined ? {} : { at: options.clock }),
    },
    ...(options.rng === undefined ? {} : { rng: options.rng }),
    seed: options.seed ?? (storage.kind === 'postgres' ? 'none' : 'demo'),
    ...(options.forwardTo === undefined ? {} : { forwardTo: options.forwardTo }),
    rateLimit: options.rateLimit,
    strictHeaders: options.strictHeaders ?? false,
    previewEvents: options.previewEvents ?? false,
    signatureClock: 'wall',
    allowNet: options.allowNet,
  };
}

/** Of PostgreSQL where the environment names a database, as servers are configured. */
function storageOf({ data, controls }: StartOptions, url: string | undefined): Storage {
  if (url !== undefined && url !== '') {
    if (data !== undefined) {
      throw new UsageError(
        '--data: DATABASE_URL is set as well, and the state is in one place. Unset one of them.',
      );
    }
    if (/^postgres(ql)?:\/\//.test(url))
      return { kind: 'postgres', url, controls: controls ?? false };
    throw new UsageError('DATABASE_URL: expected postgres://user:password@host:port/database.');
  }
  if (controls) {
    throw new UsageError('--controls is for DATABASE_URL. Otherwise they are always there.');
  }
  return data === undefined ? { kind: 'memory' } : { kind: 'folder', path: data };
}

/** Keys of other storages are derived or new. */
function apiKeyOf({ kind }: Storage, key: string | undefined): Pick<ServiceConfig, 'apiKey'> {
  if (kind !== 'postgres' || key === undefined || key === '') return {};
  if (/^bss_full_[0-9A-Za-z]{24,200}$/.test(key)) return { apiKey: key };
  throw new UsageError(
    'SCREENING_API_KEY: expected bss_full_ and at least 24 letters and digits, such as bss_full_$(openssl rand -hex 20).',
  );
}

function sentenceOf(error: unknown, { host }: ServiceConfig): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return 'this port is taken. Pass another one: --port 4011, or --port 0 for any.';
  }
  if (code === 'EADDRNOTAVAIL') {
    return `--host: this machine does not have the address ${host}. 0.0.0.0 is all that it has.`;
  }
  const cause = databaseCrashOf(error) ?? error;
  const message = cause instanceof Error ? cause.message : String(cause);
  // The service names its options, the command its flags.
  return message.replace(/^forwardTo:/, '--forward-to:').replace(/^allowNet:/, '--allow-net:');
}

function port(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

function requests(value: string): number | 'off' {
  if (value === 'off') return 'off';
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0, or off.');
}
