import {
  Command,
  InvalidArgumentError,
  Option,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import {
  DEFAULT_PORT,
  type OnEvent,
  type ServiceConfig,
} from '../../service/config/service-config.js';
import { findDatabaseCrash } from '../../service/db/errors.js';
import { limits } from '../../service/limits/limits.js';
import type { Service, ServiceDependencies } from '../../service/start-service.js';
import { type CommandKit, duration, ipAddress, origin, startTime } from '../command-kit.js';
import type { Host } from '../host.js';
import { announceService } from '../running-service/running-services.js';
import { chooseSessionKey } from '../running-service/session-key-file.js';
import { describeService, nameState, withoutSecrets } from './describe-service.js';
import { attemptPrinter } from './print-attempts.js';
import { readConfig, type StartOptions, unusedVariable } from './read-config.js';
import { jsonLog, runService, textLog } from './run-service.js';
import {
  checkSettingsFile,
  type SettingsFile,
  settingNames,
  writeSettings,
} from './write-settings.js';

const DAY = 24 * 3_600_000;
const LONGEST_RETENTION = 36_500 * DAY;

export function startCommand({ terminal, host }: CommandKit): Command {
  return (
    new Command('start')
      .summary('start the service (the default)')
      .description('Starts the background screening service on this machine, with synthetic data.')
      .option('--port <number>', 'port to listen on; 0 takes any free port', port, DEFAULT_PORT)
      .option(
        '--host <address>',
        'IP address to listen on in addition to 127.0.0.1 and ::1; for others, set SCREENING_SANDBOX_PASSWORD and --public-url',
        ipAddress,
      )
      .option('--public-url <url>', 'the origin that others use, such as a proxy', origin)
      .addOption(
        new Option(
          '--trust-proxy <cidr>',
          'take the address of a client from X-Forwarded-For of proxies in this network; may be repeated',
        )
          .argParser(appended)
          .default([], 'none'),
      )
      .option(
        '--forward-to <url>',
        'deliver the webhooks of the demo integration to this URL, and print each attempt',
      )
      .option(
        '--write-env <file>',
        'set the secret, the keys and the address in this file; its other lines stay',
      )
      .option(
        '--write-env-only <names>',
        'set only these variables in it, such as SCREENING_SECRET',
        settingNames,
      )
      // Node 20 takes this flag for itself, and ends when the file does not exist.
      .addOption(new Option('--env-file <file>').hideHelp())
      .option('--frozen', 'stop the clock: nothing runs until a control moves it')
      .option('--clock <time>', 'the time at the start, such as 2026-01-01T00:00:00Z', startTime)
      .option('--data <folder>', 'keep the state in this folder; one process at a time')
      .option(
        '--retain <duration>',
        'delete history that is older, such as 30d; nothing that is pending',
        retention,
      )
      .option('--controls', 'with SCREENING_DATABASE_URL: let the clock and the state be set')
      .option('--rng <seed>', 'the seed of ids, keys and secrets, sandbox by default')
      .addOption(
        new Option(
          '--seed <world>',
          'what new data has: a demo world, or none; none by default with SCREENING_DATABASE_URL',
        ).choices(['demo', 'none']),
      )
      .option(
        '--rate-limit <number>',
        'requests a minute and key, ten times as many of a tenant, or off',
        requests,
        limits.requests.most,
      )
      .addOption(
        new Option(
          '--signature-clock <clock>',
          'the clock of t in Service-Signature: that of the machine, or the virtual one',
        )
          .choices(['wall', 'virtual'])
          .default('wall'),
      )
      .option(
        '--log-bodies',
        'keep the bodies of refused requests in the request log, redacted, with a password or SCREENING_DATABASE_URL too',
      )
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
          .argParser(appended)
          .default([], 'loopback and public addresses; with a password, https and public ones'),
      )
      .option('--json', 'print one line of JSON')
      .option('--no-secrets', 'print no keys, tokens or signing secrets')
      .addOption(
        new Option(
          '--log <form>',
          'what stderr has: text, or a line of JSON for each delivery, login, refused control, start and stop',
        )
          .choices(['text', 'json'])
          .default('text'),
      )
      .action((options: StartOptions) => start(options, terminal, host))
  );
}

async function start(options: StartOptions, terminal: Terminal, host: Host): Promise<void> {
  const config = readConfig(options, host.env);
  const settingsFile = chooseSettingsFile(options);
  // Before anything is made: only the first start prints some keys.
  if (settingsFile) checkSettingsFile(settingsFile);
  const state = await nameState(config.storage);
  const { secrets } = options;
  const log = options.log === 'json' ? jsonLog(terminal) : textLog(terminal);
  const { forwardTo } = options;
  const isForAPerson = !options.json && options.log === 'text';
  const attempts =
    forwardTo !== undefined && isForAPerson ? attemptPrinter(terminal, log.failure) : undefined;
  const onEvent: OnEvent = (event) => {
    log.onEvent(event);
    attempts?.onEvent(event);
  };
  const { kind: storage } = config.storage;
  const begin = (service: Service): (() => void) => {
    const { description, clock } = service;
    if (settingsFile) writeSettings(settingsFile, description, config.forwardTo);
    const withdraw = announceService(host, description, {
      forwardTo,
      warn: (sentence) => log.warning('service_not_listed', `warning: ${sentence}\n`),
    });
    const unused = unusedVariable(config.storage, host.env);
    if (unused !== '') log.warning('variable_unused', unused);
    terminal.out(
      options.json
        ? `${JSON.stringify(secrets ? description : withoutSecrets(description))}\n`
        : describeService(description, { clock, state, storage, secrets }),
    );
    log.onEvent({ event: 'started', storage, clock });
    const forwarded = description.endpoints.find(({ url }) => url === forwardTo);
    if (forwarded) attempts?.begin(service, forwarded.id);
    return withdraw;
  };
  // V8's optimizing compiler takes a third of the CPU of a start with PGlite and keeps 90 MB of memory. Ten thousand requests do not
  // pay that back, and few processes with their state in memory run for so long. The flag must be set before the first WebAssembly
  // is loaded.
  if (storage === 'memory') host.setEngineFlags?.('--liftoff-only');
  const sessionKey = chooseSessionKey(host, config);
  await runService(
    (onError) => startService(config, { sessionKey, onError, onEvent }),
    begin,
    terminal,
    log,
  );
}

function chooseSettingsFile({ writeEnv, envFile, writeEnvOnly }: StartOptions) {
  const path = writeEnv ?? envFile;
  if (path !== undefined) return { path, only: writeEnvOnly } satisfies SettingsFile;
  if (writeEnvOnly === undefined) return undefined;
  throw new UsageError('--write-env-only narrows --write-env: pass --write-env <file> too.');
}

async function startService(
  config: ServiceConfig,
  dependencies: ServiceDependencies,
): Promise<Service> {
  // Loaded here, so that a mistake on the command line is reported at once.
  const service = await import('../../service/start-service.js');
  try {
    return await service.startService(config, dependencies);
  } catch (error) {
    throw new UsageError(describeStartError(error, config));
  }
}

function describeStartError(error: unknown, { host, port }: ServiceConfig): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE' && port === 0) {
    return 'none of the free ports that were tried is free on every address. Start again, or pass one: --port 4011.';
  }
  if (code === 'EADDRINUSE') {
    return 'this port is taken. Pass another one: --port 4011, or --port 0 for any.';
  }
  if (code === 'EADDRNOTAVAIL') {
    return `--host: this machine does not have the address ${host}. 0.0.0.0 listens on all that it has.`;
  }
  const cause = findDatabaseCrash(error) ?? error;
  const message = cause instanceof Error ? cause.message : String(cause);
  // The service names its options, the command its flags.
  return message
    .replace(/^forwardTo:/, '--forward-to:')
    .replace(/^allowNet:/, '--allow-net:')
    .replace(/^trustProxy:/, '--trust-proxy:');
}

function appended(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function port(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

function retention(value: string): number {
  const ms = duration(value);
  if (ms >= DAY && ms <= LONGEST_RETENTION) return ms;
  throw new InvalidArgumentError('Expected from 1d to 36500d, such as 30d.');
}

function requests(value: string): number | 'off' {
  if (value === 'off') return 'off';
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0, or off.');
}
