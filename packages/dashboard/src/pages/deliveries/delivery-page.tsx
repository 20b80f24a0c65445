import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { controls } from '../../api/controls.js';
import { Time } from '../../clock/time.js';
import { useFrozen, useNow } from '../../clock/use-clock.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ChangeButton, DirectAction } from '../../resource/direct-action.js';
import { curlOf } from '../../resource/form/request-code.js';
import { IdLink, ObjectId } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { notify } from '../../ui/toast.js';
import { attemptWords } from '../../words/diagnosis.js';
import { CauseOfEvent } from '../requests/caused-by.js';
import { VerificationOfEvent } from '../verifications/verification-page.js';
import { AttemptTimeline } from './attempt-timeline.js';
import { type Delivery, fixtureOf, parsed, verificationIdOf } from './delivery.js';
import { buttonsOf } from './delivery-buttons.js';
import { DeliveryOutcome } from './delivery-outcome.js';
import { EndpointHost, useListedEndpoint } from './endpoint-host.js';

export const DeliveryPage = detailOf('getWebhookDelivery', byId, ({ found: delivery }) => {
  const { requestBody, attempts, eventType, subjectId, status } = delivery;
  // The API does not keep the request of a fault.
  const exact = attempts.findLast(({ fault }) => fault === null);
  return (
    <Page
      title={eventType}
      tab={`${verificationIdOf(requestBody, 'externalId') ?? subjectId} ${status} · ${eventType}`}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <Status value={delivery.status} />
          {delivery.test && <Status value="test" />}
          <span>
            Created <Time value={delivery.createdAt} />
          </span>
        </span>
      }
      actions={
        <>
          {exact ? (
            <CopyButton
              label="Copy as curl"
              text={() =>
                curlOf({ url: exact.url, headers: exact.requestHeaders, body: requestBody })
              }
            />
          ) : (
            attempts.length > 0 && (
              <Button look="quiet" refusal="A fault may have changed each attempt.">
                Copy as curl
              </Button>
            )
          )}
          <CopyButton label="Copy as fixture" text={() => fixtureOf(delivery)} />
          <SendButtons delivery={delivery} />
        </>
      }
    >
      <DeliveryOutcome delivery={delivery} />
      <DeliveryFacts delivery={delivery} />
      <Card title="Attempts">
        <AttemptTimeline attempts={delivery.attempts} />
      </Card>
      <RequestBody delivery={delivery} />
      <SignatureNote endpointId={delivery.endpointId} />
    </Page>
  );
});

function SendButtons({ delivery }: { delivery: Delivery }) {
  const { id, endpointId } = delivery;
  const { data: endpoint } = useListedEndpoint(endpointId);
  const clock = { now: useNow(delivery.nextAttemptAt !== null), frozen: useFrozen() };
  const paused = endpoint?.paused === true;
  const { deliverNow, replay, needsResume } = buttonsOf({ ...delivery, paused }, clock);
  return (
    <>
      <ChangeButton
        {...deliverNow}
        send={(key) => controls.deliverNow(key, id)}
        onDone={(made) => notify(attemptWords(made))}
      >
        Deliver now
      </ChangeButton>
      <DirectAction operation="replayWebhookDelivery" {...replay} on={delivery} />
      {needsResume && (
        <LinkButton
          to="/endpoints/$id"
          params={{ id: endpointId }}
          look="primary"
          label="Open the paused endpoint"
        />
      )}
    </>
  );
}

function SignatureNote({ endpointId }: { endpointId: string }) {
  return (
    <Card title="How it is signed">
      <p className="max-w-prose">
        Each attempt is signed anew. <code>t</code> is the time of signing in Unix seconds. Each{' '}
        <code>v1</code> is the HMAC-SHA256 of <code>{'<t>.<body>'}</code> with a secret of the
        endpoint, in hexadecimal digits: there are two while a former secret is still valid. A
        receiver computes it over the bytes of the body as they came, before it parses them. It
        refuses an old <code>t</code>, and so a copied curl command after a few minutes. A copied
        fixture is signed when it runs.
      </p>
      <p className="mt-2">
        <IdLink to="/endpoints/$id" id={endpointId}>
          The endpoint and its secret
        </IdLink>
      </p>
    </Card>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { id, endpointId, eventId, requestBody, test } = delivery;
  const verificationId = verificationIdOf(requestBody);
  return (
    <FactsCard
      rows={{
        Endpoint: (
          <IdLink to="/endpoints/$id" id={endpointId}>
            <EndpointHost id={endpointId} />
          </IdLink>
        ),
        Event: (
          <span className="flex flex-wrap items-center gap-x-3">
            <IdLink to="/events/$id" id={eventId} />
            <Link to="/deliveries" search={{ eventId }} className="text-accent hover:underline">
              All deliveries of this event
            </Link>
          </span>
        ),
        'Caused by': <CauseOfEvent id={eventId} />,
        Verification: verificationId && (
          <VerificationOfEvent
            id={verificationId}
            externalId={verificationIdOf(requestBody, 'externalId')}
            test={test}
          />
        ),
        Delivery: <ObjectId id={id} />,
      }}
    />
  );
}

const pressed = 'aria-pressed:bg-accent-soft aria-pressed:text-accent';

function RequestBody({ delivery }: { delivery: Delivery }) {
  const { requestBody, attempts } = delivery;
  const [isIndented, setIndented] = useState(true);
  const indented: string | undefined = JSON.stringify(parsed(requestBody), null, 2);
  const shown = isIndented && indented !== undefined;
  const faulty = attempts.filter(({ fault }) => fault !== null).map(({ number }) => number);
  return (
    <Card
      title="Body"
      actions={
        indented !== undefined && (
          <>
            <Button aria-pressed={shown} className={pressed} onClick={() => setIndented(true)}>
              Indented
            </Button>
            <Button aria-pressed={!shown} className={pressed} onClick={() => setIndented(false)}>
              Exact bytes
            </Button>
          </>
        )
      }
    >
      <p className="mb-2 text-muted">
        Every attempt sends these bytes.
        {faulty.length > 0 &&
          ` A fault may have changed them in ${faulty.length === 1 ? 'attempt' : 'attempts'} ${faulty.join(', ')}. The changed bytes are not kept.`}
      </p>
      <CodeBlock
        text={shown ? indented : requestBody}
        label={shown ? 'Body, indented' : 'Body, exact bytes'}
      />
    </Card>
  );
}
