import { isLocalhost } from '../../../outbound/target.js';
import type { AttemptCause } from './find-cause.js';
import type { KnownAttempt, NextStep } from './known-attempt.js';

/** Returns what to do after an attempt that got no answer. `null` if there is nothing to do. */
export function stepWithoutAnswer(attempt: KnownAttempt): NextStep | null {
  const { cause, timeoutSeconds, inProcess } = attempt;
  const { code, host, port } = cause;
  const place = `${host} on port ${port}`;
  const isLocal = host !== null && (isLocalhost(host) || host === '127.0.0.1' || host === '::1');
  const steps: Partial<Record<AttemptCause['code'], NextStep>> = {
    connection_refused: {
      code: 'start_app',
      message: isLocal
        ? `Start your app on port ${port}.`
        : `Start the app at ${place}, or correct the endpoint's URL.`,
    },
    dns_failed: {
      code: 'correct_url',
      message: `Correct the endpoint's URL, or give the name ${host} an address.`,
    },
    url_invalid: { code: 'correct_url', message: "Correct the endpoint's URL." },
    connect_timeout: {
      code: 'check_network',
      message: `Check that this machine reaches ${place}: a firewall may drop the connection.`,
    },
    connection_failed: inProcess
      ? { code: 'read_app_log', message: 'Correct the function that takes the deliveries.' }
      : { code: 'check_network', message: `Check that this machine reaches ${place}.` },
    connection_reset: {
      code: 'keep_connection',
      message: 'Have your app answer before it closes the connection. Its log may have an error.',
    },
    tls_failed: stepOfTls(attempt),
    timeout: {
      code: 'answer_first',
      message: `Answer first, then work: an answer must come within ${timeoutSeconds} s.`,
    },
    invalid_response: {
      code: 'speak_http',
      message: `Check what listens at ${place}: it does not answer as HTTP/1.1 does.`,
    },
    address_blocked: {
      code: 'allow_address',
      message: /--allow-net/.test(cause.message)
        ? 'Start the service with the option that the cause names, or use another URL.'
        : 'Use a URL that deliveries may go to.',
    },
    interrupted: {
      code: 'replay',
      message: 'Replay the delivery if the service does not attempt it again by itself.',
    },
    service_failed: {
      code: 'read_service_log',
      message: 'Read the log of the service, then replay the delivery.',
    },
  };
  return steps[code] ?? null;
}

function stepOfTls({ url, cause }: KnownAttempt): NextStep {
  const isPlain = /wrong version number|packet length too long/i.test(cause.message);
  const message = isPlain
    ? `Use ${url.replace(/^https:/, 'http:')} as the endpoint's URL: no TLS is spoken there.`
    : `Give ${cause.host} a certificate that this machine trusts.`;
  return { code: isPlain ? 'correct_url' : 'check_tls', message };
}
