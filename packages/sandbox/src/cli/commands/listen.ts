import { exitCodes, type Terminal, UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { SandboxError } from '../../handle/call-service.js';
import type { WebhookEndpointWithSecret } from '../../service/capabilities/webhooks/index.js';
import type { CommandKit } from '../command-kit.js';
import { shown } from '../output/print.js';
import { attemptJson, attemptLine, endedAttempts } from '../output/show-attempt.js';
import {
  type Connection,
  ServiceAwayError,
  type ServiceOptions,
} from '../running-service/connect.js';
import {
  type Delivery,
  openDeliveryChanges,
  readDelivery,
} from '../running-service/delivery-changes.js';
import { holdEndpoint } from '../running-service/hold-endpoint.js';
import { pause } from '../running-service/pause.js';
import { untilStopped } from '../running-service/until-stopped.js';

interface ListenOptions extends ServiceOptions {
  readonly forwardTo?: string;
  readonly integration?: string;
  readonly events?: readonly string[];
}

/** `listen`: prints the result of each attempt, and holds an endpoint for `--forward-to` while it runs. */
export function listenCommand({ command, connect, terminal }: CommandKit) {
  return command(
    'listen',
    'Delivers to a URL until Ctrl-C, and shows the result of each attempt. Without --forward-to, shows those of every endpoint.',
    'listen --forward-to http://localhost:3000/webhooks/screening',
    'listen --forward-to http://localhost:3000/hooks --events document_verification.failed',
    'listen',
  )
    .summary('deliver to a URL, and show each attempt')
    .option('--forward-to <url>', 'an endpoint there, for as long as the command runs')
    .option('--integration <id>', 'its owner (default: the demo integration)')
    .option('--events <types...>', 'only these types of event')
    .addHelpText(
      'after',
      '\nThe secret of the endpoint is printed first. The service deletes the endpoint a\nminute after this command has gone, however it ended. Two of them for one URL\nshare an endpoint. While the service is away, the command waits for it.',
    )
    .action((options: ListenOptions) => {
      if (options.integration !== undefined && options.forwardTo === undefined) {
        throw new UsageError('--integration requires --forward-to.');
      }
      return untilStopped(terminal, (stop) => listen(connect, options, stop, terminal));
    });
}

async function listen(
  connect: CommandKit['connect'],
  options: ListenOptions,
  stop: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  const { forwardTo: url, integration: integrationId, events: eventTypes } = options;
  const held =
    url === undefined ? undefined : holdEndpoint({ url, integrationId, eventTypes }, terminal);
  let connection = connect(options);
  const { url: address } = connection;
  let isOpen = false;
  const choose = async () => {
    // A restarted service has another control token.
    if (isOpen) connection = orAway(() => connect({ ...options, url: address }));
    return { connection, ...(await held?.begin(connection)) };
  };
  try {
    const changes = await openDeliveryChanges(connection, stop, { choose, again });
    isOpen = true;
    try {
      const endpoint = held?.endpoint;
      const text = describeStart(endpoint, held?.stays === true);
      await connection.printDue({ listening: connection.url, endpoint }, text);
      await showChanges(changes);
    } finally {
      changes.close();
    }
  } finally {
    await held?.end(connection);
  }
  // Ctrl-C is the normal end.
  terminal.exitWith(exitCodes.ok);

  async function showChanges({
    next,
  }: Pick<Awaited<ReturnType<typeof openDeliveryChanges>>, 'next'>): Promise<void> {
    const delivering = new Set<string>();
    for (;;) {
      const change = await next();
      if (change === undefined) return;
      const wasDelivering = delivering.delete(change.id);
      if (change.status === 'delivering') delivering.add(change.id);
      if (eventTypes && !eventTypes.includes(change.eventType)) continue;
      if (!hasEndedAttempt(change, wasDelivering)) continue;
      await showAttempts(change);
    }
  }

  async function showAttempts(change: Delivery): Promise<void> {
    const delivery = await again(() => readDelivery(connection, change.id, GONE), stop).catch(
      (error: unknown) => {
        if (stop.aborted) return undefined;
        throw error;
      },
    );
    for (const attempt of endedAttempts(delivery?.attempts ?? [], change.attemptCount)) {
      if (!delivery) return;
      connection.print(
        attemptJson(change, delivery, attempt),
        attemptLine(delivery, attempt, terminal),
      );
    }
  }

  /** Runs a call again until the service answers. */
  async function again<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    let told = false;
    for (let tries = 0; ; tries += 1) {
      try {
        const result = await run();
        if (told) terminal.err('The service answers again.\n');
        return result;
      } catch (error) {
        if (signal.aborted || !isAway(error)) throw error;
        if (!told && tries === TRIES_IN_SILENCE) {
          told = true;
          terminal.err('The service does not answer. Waiting for it until Ctrl-C.\n');
        }
        await pause(Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS), signal);
      }
    }
  }
}

/** A reset has removed the delivery, or another service has replaced this one. */
const GONE = [401, 404];
/** These take 1.5 seconds, which is longer than an API fault that happens once. */
const TRIES_IN_SILENCE = 4;
const LONGEST_PAUSE_MS = 2000;

function isAway(error: unknown): boolean {
  if (error instanceof ServiceAwayError) return true;
  const status = error instanceof SandboxError ? (error.status ?? 0) : 0;
  // 401: a restarted service refuses the former token until it has announced its own.
  return status >= 500 || status === 429 || status === 401;
}

function orAway(connect: () => Connection): Connection {
  try {
    return connect();
  } catch (error) {
    throw error instanceof UsageError ? new ServiceAwayError(error.message) : error;
  }
}

// A waiting delivery can be held or canceled without an attempt.
function hasEndedAttempt({ status }: Delivery, wasDelivering: boolean): boolean {
  if (status === 'held' || status === 'canceled') return wasDelivering;
  return status === 'succeeded' || status === 'failed' || status === 'retrying';
}

function describeStart(
  endpoint: z.output<typeof WebhookEndpointWithSecret> | undefined,
  stays: boolean,
): string {
  if (!endpoint) return 'Listening to every endpoint. Ctrl-C stops.\n';
  const lines = [
    `Delivering to ${shown(endpoint.url)} until Ctrl-C.`,
    `signing secret  ${endpoint.secret}`,
    `endpoint        ${endpoint.id}${stays ? ', which existed before and stays' : ''}`,
  ];
  return `${lines.join('\n')}\n`;
}
