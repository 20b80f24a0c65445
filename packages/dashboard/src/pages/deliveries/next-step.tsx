import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../ui/copy-button.js';
import { Text } from '../../ui/text.js';
import { type Diagnosed, type NextCode, nextSentence } from '../../words/diagnosis.js';
import { checkLinkOf, type Delivery } from './delivery.js';

const places: Readonly<Record<NextCode, 'endpoint' | 'secret' | 'faults' | undefined>> = {
  accept_body: undefined,
  accept_json: undefined,
  accept_post: undefined,
  add_route: 'endpoint',
  allow_address: 'endpoint',
  answer_first: undefined,
  check_network: undefined,
  check_tls: undefined,
  compare_secret: 'secret',
  correct_url: 'endpoint',
  exempt_route: undefined,
  forward_request: undefined,
  handle_fault: 'faults',
  keep_connection: undefined,
  read_app_log: undefined,
  read_service_log: undefined,
  replay: undefined,
  set_clock: undefined,
  speak_http: 'endpoint',
  start_app: 'endpoint',
  use_final_address: 'endpoint',
  wait: undefined,
};

export function NextStep({ delivery, attempt }: { delivery: Delivery; attempt: Diagnosed }) {
  const sentence = nextSentence(attempt);
  const { next, cause } = attempt.diagnosis;
  if (sentence === undefined || !next) return null;
  const place = places[next.code];
  const address = next.code === 'use_final_address' ? cause.location : null;
  const checkLink = place === 'secret' ? checkLinkOf(delivery) : undefined;
  return (
    <div className="my-1 flex flex-col gap-1">
      <p>
        <strong className="font-semibold">Next step:</strong> <Text>{sentence}</Text>
      </p>
      {address !== null && (
        <p>
          <Text mono>{address}</Text>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 empty:hidden">
        {place === 'endpoint' && <EndpointLink delivery={delivery} label="Edit the endpoint" />}
        {address !== null && <CopyButton text={address} label="Copy address" />}
        {place === 'secret' && <EndpointLink delivery={delivery} label="The endpoint's secret" />}
        {checkLink !== undefined && (
          // In a new tab, because the secret is on the page of the endpoint.
          <a href={checkLink} target="_blank" rel="noreferrer" className="underline">
            Check its signature
          </a>
        )}
        {place === 'faults' && (
          <Link to="/faults" className="underline">
            Active faults
          </Link>
        )}
      </p>
    </div>
  );
}

function EndpointLink({ delivery: { endpointId }, label }: { delivery: Delivery; label: string }) {
  return (
    <Link to="/endpoints/$id" params={{ id: endpointId }} className="underline">
      {label}
    </Link>
  );
}
