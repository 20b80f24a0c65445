import { exitCodes, styleOf, type Terminal, UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { SandboxError } from '../../handle/sandbox-error.js';
import {
  type WebhookAttempt,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import type { Host } from '../host.js';
import { jsonLine, shown } from '../output/print.js';
import { resultOf, subjectOf, whyFailed } from '../output/show-attempt.js';
import { ask, frozenNote } from '../running-service/ask.js';
import { type Connection, connect, type ServiceOptions } from '../running-service/connect.js';
import { defaultIntegration } from '../running-service/default-integration.js';
import { type Delivery, openDeliveryChanges } from '../running-service/delivery-changes.js';
import { endedAttempts } from '../running-service/ended-attempts.js';
import { persist } from '../running-service/persist.js';
import { serviceCommand } from '../running-service/service-command.js';
import { untilStopped } from '../running-service/until-stopped.js';

interface ListenOptions extends ServiceOptions {
  readonly forwardTo?: string;
  readonly integration?: string;
  readonly events?: readonly string[];
}

type Endpoint = z.output<typeof WebhookEndpointWithSecret>;
type Attempt = z.output<typeof WebhookAttempt>;

const PATH = '/v1/webhook-endpoints';

/** `listen`: an endpoint for as long as the command runs, and the result of each attempt. */
export function listenCommand(terminal: Terminal, host: Host) {
  return serviceCommand(
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
    .action((options: ListenOptions) =>
      untilStopped(terminal, (stop) => listen(options, stop, terminal, host)),
    );
}

async function listen(
  options: ListenOptions,
  stop: AbortSignal,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  if (options.integration !== undefined && options.forwardTo === undefined) {
    throw new UsageError('--integration requires --forward-to.');
  }
  const connection = connect(options, host);
  let endpoint: Endpoint | undefined;
  const isThere = async (): Promise<void> => {
    if (endpoint) await requireEndpoint(endpoint, connection, stop);
  };
  // Opened first, so that nothing is missed.
  const changes = await openDeliveryChanges(connection, stop, isThere);
  try {
    endpoint = options.forwardTo === undefined ? undefined : await create(options, connection);
    const note = options.json ? '' : await frozenNote(connection);
    terminal.out(
      options.json ? jsonLine({ listening: connection.url, endpoint }) : opening(endpoint, note),
    );
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
    const read = () => ask(WebhookDeliveryWithAttempts, connection.api('GET', path));
    let delivery: z.output<typeof WebhookDeliveryWithAttempts>;
    try {
      delivery = await persist(read, stop);
    } catch (error) {
      // A reset has removed it, or the command ends.
      if (stop.aborted || isNotFound(error)) return;
      throw error;
    }
    const subject = subjectOf(dataOf(delivery.requestBody));
    for (const attempt of endedAttempts(delivery.attempts, change.attemptCount)) {
      terminal.out(
        options.json
          ? asJson(change, subject, attempt)
          : asText(change, subject, attempt, terminal),
      );
    }
  }
}

// Deliveries that wait are held and canceled too.
function hasEndedAttempt({ status }: Delivery, wasDelivering: boolean): boolean {
  if (status === 'held' || status === 'canceled') return wasDelivering;
  return status === 'succeeded' || status === 'failed' || status === 'retrying';
}

async function create(options: ListenOptions, connection: Connection): Promise<Endpoint> {
  const body = {
    url: options.forwardTo,
    integrationId: options.integration ?? (await defaultIntegration(connection)),
    eventTypes: options.events,
    description: 'screening-sandbox listen',
  };
  return ask(WebhookEndpointWithSecret, connection.api('POST', PATH, body));
}

async function remove({ id }: Endpoint, { api }: Connection): Promise<void> {
  try {
    await api('DELETE', `${PATH}/${id}`);
  } catch (error) {
    // The endpoint has gone with the service, or with its state.
    if (!(error instanceof SandboxError || error instanceof UsageError)) throw error;
  }
}

async function requireEndpoint(
  { id }: Endpoint,
  { api }: Connection,
  stop: AbortSignal,
): Promise<void> {
  const read = async () => {
    try {
      return await ask(WebhookEndpoint, api('GET', `${PATH}/${id}`));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  if (await persist(read, stop)) return;
  throw new UsageError('the service was started anew, without this endpoint. Run listen again.');
}

function isNotFound(error: unknown): boolean {
  return error instanceof SandboxError && error.status === 404;
}

function opening(endpoint: Endpoint | undefined, note: string): string {
  if (!endpoint) return `Listening to every endpoint. Ctrl-C stops.\n${note}`;
  const lines = [
    `Delivering to ${shown(endpoint.url)} until Ctrl-C.`,
    `signing secret  ${endpoint.secret}`,
    `endpoint        ${endpoint.id}`,
  ];
  return `${lines.join('\n')}\n${note}`;
}

function asText(change: Delivery, subject: string, attempt: Attempt, terminal: Terminal): string {
  const style = styleOf(terminal);
  const paint = attempt.state === 'succeeded' ? style.good : style.bad;
  const parts = [
    attempt.startedAt,
    change.eventType,
    subject,
    change.id,
    `#${attempt.number} ${paint(resultOf(attempt))}`,
    ...(attempt.fault === null ? [] : [`fault ${attempt.fault}`]),
  ];
  const reason = whyFailed(attempt);
  return `${parts.join('  ')}${reason === undefined ? '' : `: ${reason}`}\n`;
}

function asJson(change: Delivery, subject: string, attempt: Attempt): string {
  return jsonLine({
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
  });
}

function dataOf(body: string): unknown {
  const event: unknown = JSON.parse(body);
  return typeof event === 'object' && event !== null && 'data' in event ? event.data : undefined;
}
