#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServiceConfig } from '../config.js';
import { describeService } from './describe-service.js';

interface Flags {
  readonly port: number;
  readonly forwardTo?: string;
  readonly writeEnv?: string;
  readonly envFile?: string;
  readonly frozen?: true;
  readonly clock?: string;
  readonly rng: string;
  readonly rateLimit: number | 'off';
  readonly strictHeaders?: true;
  readonly allowNet: readonly string[];
  readonly json?: true;
}

const program = new Command('screening-sandbox')
  .description('Starts the background screening service on this machine, with synthetic data.')
  .option('--port <number>', 'port of 127.0.0.1 and ::1; 0 takes any free port', port, 4010)
  .option('--forward-to <url>', 'deliver the webhooks of the demo integration to this URL')
  .option('--write-env <file>', 'write the secret, the keys and the address to this file')
  // Node 20 takes this flag for itself, and ends when the file does not exist.
  .addOption(new Option('--env-file <file>').hideHelp())
  .option('--frozen', 'stop the clock: nothing runs until a control moves it')
  .option('--clock <time>', 'the time at the start, such as 2026-01-01T00:00:00Z', time)
  .option('--rng <seed>', 'the seed of ids, keys and secrets', 'sandbox')
  .option('--rate-limit <number>', 'requests a minute and key, or off', requests, 600)
  .option('--strict-headers', 'send the headers of the specification and no other')
  .addOption(
    new Option(
      '--allow-net <network>',
      'allow endpoints in this network or on this host; may be repeated',
    )
      .argParser((value: string, before: readonly string[]) => [...before, value])
      .default([], 'loopback and public addresses'),
  )
  .option('--json', 'print one line of JSON')
  .action(run);

async function run(flags: Flags): Promise<void> {
  const config: ServiceConfig = {
    port: flags.port,
    clock: {
      mode: flags.frozen ? 'frozen' : 'real',
      ...(flags.clock === undefined ? {} : { at: flags.clock }),
    },
    rng: flags.rng,
    ...(flags.forwardTo === undefined ? {} : { forwardTo: flags.forwardTo }),
    rateLimit: flags.rateLimit,
    strictHeaders: flags.strictHeaders ?? false,
    signatureClock: 'wall',
    allowNet: flags.allowNet,
  };
  // Loaded here, so that a mistake on the command line is told at once.
  const { startService } = await import('../start.js');
  const service = await startService(config, {
    onError: (error) => process.stderr.write(`screening-sandbox: ${inspect(error)}\n`),
  });
  const { description } = service;
  const envFile = flags.writeEnv ?? flags.envFile;
  if (envFile !== undefined) {
    const [endpoint] = description.endpoints;
    const lines = [
      ...(endpoint ? [`SCREENING_SECRET=${endpoint.secret}`] : []),
      `SCREENING_API_KEY=${description.keys.full}`,
      `SCREENING_INTEGRATION_ID=${description.integrationId}`,
      `SCREENING_CONTROL_TOKEN=${description.controlToken}`,
      `SCREENING_URL=${description.url}`,
    ];
    writeFileSync(envFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  }
  process.stdout.write(
    flags.json
      ? `${JSON.stringify(description)}\n`
      : describeService(description, config.clock.mode),
  );
  const stop = (): void => {
    // A second signal ends the process at once.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    void service.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function port(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

function time(value: string): string {
  const date = new Date(value);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new InvalidArgumentError('Expected an ISO 8601 time.');
}

function requests(value: string): number | 'off' {
  if (value === 'off') return 'off';
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0, or off.');
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`screening-sandbox: ${sentence(error)}\n`);
  process.exitCode = 1;
}

function sentence(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'This port is taken. Pass another one: --port 4011, or --port 0 for any.';
  }
  const message = error instanceof Error ? error.message : String(error);
  // The service names its options, the command its flags.
  return message.replace(/^forwardTo:/, '--forward-to:').replace(/^allowNet:/, '--allow-net:');
}
