import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { formatDuration } from '../clock/local-time.js';
import { areApart } from '../clock/two-clocks.js';
import { causeNames } from './causes.js';

type Diagnosis = SandboxSchemas['AttemptDiagnosis'];
type Cause = Diagnosis['cause'];
type Delivery = SandboxSchemas['WebhookDelivery'];
export type NextCode = NonNullable<Diagnosis['next']>['code'];

export interface Diagnosed {
  readonly url: string;
  readonly durationMs: number | null;
  readonly diagnosis: Diagnosis;
}

export function attemptWords({ status, cause }: Pick<Delivery, 'status' | 'cause'>): string {
  if (status === 'succeeded') return 'The attempt succeeded.';
  if (cause === null) return `The delivery is ${status}.`;
  return `The attempt failed: ${causeNames[cause]}.`;
}

type Say = (attempt: Diagnosed) => string;

const placeOf = ({ host, port }: Cause): string =>
  host === null ? 'the endpoint' : `${host} on port ${port}`;

/** Uses the API's message, because the reason is not among the facts. */
const reported: Say = ({ diagnosis }) => diagnosis.cause.message;

const refused: Say = ({ diagnosis: { cause } }) =>
  `The receiver answered ${cause.status}, and only a 2xx status acknowledges.`;

const causes: Readonly<Record<Cause['code'], Say>> = {
  acknowledged: ({ diagnosis: { cause } }) => `The receiver answered ${cause.status}.`,
  address_blocked: reported,
  bad_request: refused,
  client_error: refused,
  connect_timeout: ({ diagnosis: { cause } }) => `The connection to ${placeOf(cause)} timed out.`,
  connection_failed: reported,
  connection_refused: ({ diagnosis: { cause } }) =>
    `The connection was refused: nothing listens at ${placeOf(cause)}.`,
  connection_reset: ({ diagnosis: { cause } }) =>
    `The connection to ${placeOf(cause)} was closed before an answer.`,
  dns_failed: ({ diagnosis: { cause } }) => `The host name ${cause.host} was not resolved.`,
  fault_injected: ({ diagnosis: { cause } }) =>
    `The fault ${cause.fault} did not let the answer through.`,
  forbidden: refused,
  headers_invalid: reported,
  interrupted: () => 'The service stopped before the attempt ended. Its result is not known.',
  invalid_response: reported,
  method_not_allowed: refused,
  not_found: refused,
  rate_limited: refused,
  redirected: ({ diagnosis: { cause } }) =>
    `The receiver answered ${cause.status}, and redirects are not followed.`,
  server_error: refused,
  service_failed: () => 'The service failed, and nothing was sent.',
  timeout: ({ durationMs }) =>
    durationMs === null
      ? 'The receiver did not answer in time.'
      : // A timer may fire a millisecond early.
        `The receiver did not answer within ${formatDuration(Math.round(durationMs / 1000) * 1000)}.`,
  tls_failed: reported,
  too_large: refused,
  unauthorized: refused,
  unsupported_media_type: refused,
  url_invalid: reported,
};

export function causeSentence(attempt: Diagnosed): string {
  return causes[attempt.diagnosis.cause.code](attempt);
}

const verdicts: Readonly<Record<Diagnosis['verdict']['code'], (known: Diagnosis) => string>> = {
  genuine: ({ verdict }) =>
    `The signature is right: secret …${verdict.secretHint}, ${timingOf(verdict)}.`,
  former_secret: ({ verdict }) =>
    `The signature is of the former secret …${verdict.secretHint}, ${timingOf(verdict)}. The secret was rolled since.`,
  older_secret: () => 'The signature is of an older secret. The secret was rolled since.',
  changed_by_fault: ({ cause }) => `The fault ${cause.fault} changed what was sent, or how.`,
  not_signed: () => 'Nothing was sent.',
};

export function verdictSentence(diagnosis: Diagnosis): string {
  return verdicts[diagnosis.verdict.code](diagnosis);
}

function timingOf({ signedAfterStartSeconds: seconds }: Diagnosis['verdict']): string {
  if (seconds === null || !areApart(seconds * 1000)) return 'signed as the attempt began';
  const apart = formatDuration(Math.abs(seconds) * 1000);
  return `signed by this computer's clock, ${apart} ${seconds < 0 ? 'behind' : 'ahead of'} the service's`;
}

const pathOf = ({ url }: Diagnosed): string =>
  URL.canParse(url) ? new URL(url).pathname : 'the address';

/** Uses the API's message, because the option or the recognized middleware is not among the facts. */
const advised: Say = ({ diagnosis }) => diagnosis.next?.message ?? '';

const steps: Readonly<Record<NextCode, Say>> = {
  accept_body: (attempt) => `Let ${pathOf(attempt)} accept a larger body.`,
  accept_json: (attempt) => `Let ${pathOf(attempt)} accept Content-Type: application/json.`,
  accept_post: (attempt) => `Let ${pathOf(attempt)} accept POST.`,
  add_route: (attempt) =>
    `Add the route POST ${pathOf(attempt)} to your app, or correct the endpoint's URL.`,
  allow_address: advised,
  answer_first: () => 'Have your app answer first, then work.',
  check_network: ({ diagnosis: { cause } }) =>
    `Check that this computer reaches ${placeOf(cause)}. A firewall may drop the connection.`,
  check_tls: ({ diagnosis: { cause } }) =>
    `Give ${cause.host} a certificate that this computer trusts.`,
  compare_secret: ({ diagnosis: { verdict } }) =>
    `Compare the last four characters of your app's secret with ${verdict.secretHint}. If they are the same, verify the bytes as received, before a body parser runs.`,
  correct_url: ({ diagnosis: { cause } }) => {
    if (cause.code === 'dns_failed') {
      return `Correct the endpoint's URL, or give the name ${cause.host} an address.`;
    }
    return cause.code === 'tls_failed'
      ? "Use http in the endpoint's URL: no TLS is spoken there."
      : "Correct the endpoint's URL.";
  },
  exempt_route: advised,
  forward_request: () =>
    'Have the proxy in front of your app forward the header Service-Signature and the body unchanged.',
  handle_fault: ({ diagnosis: { cause } }) =>
    cause.code === 'acknowledged'
      ? `A correct receiver refuses a delivery with the fault ${cause.fault}.`
      : `A correct receiver acknowledges a delivery with the fault ${cause.fault}.`,
  keep_connection: () =>
    'Have your app answer before it closes the connection. Its log may have an error.',
  read_app_log: ({ diagnosis: { cause } }) =>
    cause.status === null
      ? 'Read the log of your app at the time of the attempt.'
      : "Read your app's answer, and its log at the time of the attempt.",
  read_service_log: () => 'Read the log of the service, then replay the delivery.',
  replay: ({ diagnosis: { cause } }) =>
    cause.code === 'interrupted'
      ? 'Replay the delivery if the service does not attempt it again by itself.'
      : 'Replay the delivery: a replay is signed with the secret that the endpoint has now.',
  set_clock: () =>
    'Set the clock of your app: its time and that of the signature are too far apart. With --signature-clock virtual, give the receiver the clock of the service.',
  speak_http: ({ diagnosis: { cause } }) =>
    `Check what listens at ${placeOf(cause)}: it does not answer as HTTP/1.1 does.`,
  start_app: ({ diagnosis: { cause } }) =>
    `Start your app at ${placeOf(cause)}, or correct the endpoint's URL.`,
  use_final_address: ({ diagnosis: { cause } }) =>
    cause.location === null
      ? "Answer at the endpoint's URL itself."
      : "Use the final address as the endpoint's URL.",
  wait: (attempt) =>
    attempt.diagnosis.cause.code === 'rate_limited'
      ? `Let ${pathOf(attempt)} take more deliveries at a time.`
      : 'Wait for the next attempt: your app works on another delivery of this event.',
};

/** The next step after an attempt, in words. `undefined` if there is nothing to do. */
export function nextSentence(attempt: Diagnosed): string | undefined {
  const { next } = attempt.diagnosis;
  return next ? steps[next.code](attempt) : undefined;
}
