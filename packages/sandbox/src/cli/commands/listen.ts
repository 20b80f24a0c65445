import {
  exitCodes,
  type Style,
  styleOf,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { isRecord, parseJson, SandboxError } from '../../handle/call-service.js';
import {
  DeletedWebhookEndpoint,
  type WebhookAttempt,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import type { CommandKit } from '../command-kit.js';
import { shown } from '../output/print.js';
import { describeFailure, describeResult } from '../output/show-delivery.js';
import { type Connection, ENDPOINTS, type ServiceOptions } from '../running-service/connect.js';
import {
  type Delivery,
  openDeliveryChanges,
  persist,
} from '../running-service/delivery-changes.js';
import { untilStopped } from '../running-service/until-stopped.js';

interface ListenOptions extends ServiceOptions {
  readonly forwardTo?: string;
  readonly integration?: string;
  readonly events?: readonly string[];
}

type Endpoint = z.output<typeof WebhookEndpointWithSecret>;
type Attempt = z.output<typeof WebhookAttempt>;

/** `listen`: an endpoint for as long as the command runs, and the result of each attempt. */
export function listenCommand({ command, connect, terminal }: CommandKit) {
  return command(
    'listen',
    'Delivers to a URL until Ctrl-C, and shows the result of each attempt. Without --forward-to, shows those of every endpoint.',
    'listen --forward-to http://localhost:3000/webhooks/screening',
    'listen --forward-to http://localhost:3000/hooks --events document_verification.failed',
    'listen',
  )
    .summary('deliver to a URL, and show each attempt')
    .option('--forward-to <url>', 'create an endpoint there, and delete it at the end')
    .option('--integration <id>', 'its owner (default: the demo integration)')
    .option('--events <types...>', 'only these types of event')
    .addHelpText(
      'after',
      '\nThe secret of the new endpoint is printed first. A reset of the service removes\nthe endpoint.',
    )
    .action((options: ListenOptions) => {
      if (options.integration !== undefined && options.forwardTo === undefined) {
        throw new UsageError('--integration requires --forward-to.');
      }
      return untilStopped(terminal, (stop) => listen(connect(options), options, stop, terminal));
    });
}

async function listen(
  connection: Connection,
  options: ListenOptions,
  stop: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  let endpoint: Endpoint | undefined;
  const isThere = async (): Promise<void> => {
    if (!endpoint) return;
    const path = `${ENDPOINTS}/${endpoint.id}`;
    if (await readIfThere(() => connection.api(WebhookEndpoint, 'GET', path), stop)) return;
    throw new UsageError('the service was started anew, without this endpoint. Run listen again.');
  };
  // Opened first, so that nothing is missed.
  const changes = await openDeliveryChanges(connection, stop, isThere);
  try {
    endpoint = options.forwardTo === undefined ? undefined : await create(options, connection);
    await connection.printDue({ listening: connection.url, endpoint }, opening(endpoint));
    await showChanges();
  } finally {
    changes.close();
    if (endpoint) await remove(endpoint, connection);
  }
  // Ctrl-C is the normal end.
  terminal.exitWith(exitCodes.ok);

  async function showChanges(): Promise<void> {
    const delivering = new Set<string>();
    for (;;) {
      const change = await changes.next();
      if (change === undefined) return;
      const wasDelivering = delivering.delete(change.id);
      if (change.status === 'delivering') delivering.add(change.id);
      if (endpoint && change.endpointId !== endpoint.id) continue;
      if (options.events && !options.events.includes(change.eventType)) continue;
      if (!hasEndedAttempt(change, wasDelivering)) continue;
      await showAttempts(change);
    }
  }

  async function showAttempts(change: Delivery): Promise<void> {
    const path = `/v1/webhook-deliveries/${change.id}`;
    const delivery = await readIfThere(
      () => connection.api(WebhookDeliveryWithAttempts, 'GET', path),
      stop,
    );
    // A reset has removed it, or the command ends.
    if (!delivery) return;
    const subject = findSubject(delivery.requestBody);
    for (const attempt of endedAttempts(delivery.attempts, change.attemptCount)) {
      connection.print(
        asJson(change, subject, attempt),
        asText(change, subject, attempt, styleOf(terminal)),
      );
    }
  }
}

// Deliveries that wait are held and canceled too.
function hasEndedAttempt({ status }: Delivery, wasDelivering: boolean): boolean {
  if (status === 'held' || status === 'canceled') return wasDelivering;
  return status === 'succeeded' || status === 'failed' || status === 'retrying';
}

/**
 * The attempts that ended with a change of their delivery: the last one of its own, and what a fault has added to it.
 *
 * @param attempts Every attempt of the delivery in its order, with those after the change.
 * @param attemptCount The number of attempts at the change.
 */
function endedAttempts(attempts: readonly Attempt[], attemptCount: number): readonly Attempt[] {
  const known = attempts.filter(({ number }) => number <= attemptCount);
  const own = known.findLastIndex(({ trigger }) => trigger !== 'fault');
  return own === -1 ? [] : known.slice(own);
}

async function create(options: ListenOptions, connection: Connection): Promise<Endpoint> {
  return connection.api(WebhookEndpointWithSecret, 'POST', ENDPOINTS, {
    url: options.forwardTo,
    integrationId: options.integration ?? (await connection.defaultIntegration()),
    eventTypes: options.events,
    description: 'screening-sandbox listen',
  });
}

async function remove({ id }: Endpoint, { api }: Connection): Promise<void> {
  try {
    await api(DeletedWebhookEndpoint, 'DELETE', `${ENDPOINTS}/${id}`);
  } catch (error) {
    // The endpoint has gone with the service, or with its state.
    if (!(error instanceof SandboxError || error instanceof UsageError)) throw error;
  }
}

/** Reads an object, also when the service is away for a moment. Undefined: it is gone, or the command ends. */
async function readIfThere<Result>(
  read: () => Promise<Result>,
  stop: AbortSignal,
): Promise<Result | undefined> {
  const attempt = () =>
    read().catch((error: unknown) => {
      if (error instanceof SandboxError && error.status === 404) return undefined;
      throw error;
    });
  return persist(attempt, stop).catch((error: unknown) => {
    if (stop.aborted) return undefined;
    throw error;
  });
}

function opening(endpoint: Endpoint | undefined): string {
  if (!endpoint) return 'Listening to every endpoint. Ctrl-C stops.\n';
  const lines = [
    `Delivering to ${shown(endpoint.url)} until Ctrl-C.`,
    `signing secret  ${endpoint.secret}`,
    `endpoint        ${endpoint.id}`,
  ];
  return `${lines.join('\n')}\n`;
}

function asText(change: Delivery, subject: string, attempt: Attempt, style: Style): string {
  const paint = attempt.state === 'succeeded' ? style.good : style.bad;
  const parts = [
    attempt.startedAt,
    change.eventType,
    subject,
    change.id,
    `#${attempt.number} ${paint(describeResult(attempt))}`,
    ...(attempt.fault === null ? [] : [`fault ${attempt.fault}`]),
  ];
  const reason = describeFailure(attempt);
  return `${parts.join('  ')}${reason === undefined ? '' : `: ${reason}`}\n`;
}

function asJson(change: Delivery, subject: string, attempt: Attempt): object {
  return {
    time: attempt.startedAt,
    eventType: change.eventType,
    subject,
    deliveryId: change.id,
    endpointId: change.endpointId,
    attempt: attempt.number,
    trigger: attempt.trigger,
    fault: attempt.fault,
    state: attempt.state,
    status: attempt.responseStatus,
    durationMs: attempt.durationMs,
    error: attempt.error,
    nextAttemptAt: change.nextAttemptAt,
  };
}

/** `data.externalId` of an event, or else the id of its verification. */
function findSubject(body: string): string {
  const event = parseJson(body);
  const data = isRecord(event) ? event['data'] : undefined;
  if (!isRecord(data)) return '-';
  return shown(data['externalId'] ?? data['verificationId'], 100);
}
