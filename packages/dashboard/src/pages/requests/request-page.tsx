import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { targetQuery } from '../../resource/objects.js';
import { NameLink } from '../../resource/references.js';
import { Card, Empty, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyableId } from '../../ui/copy-button.js';
import type { Columns } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { loggedProblem, omissions } from '../../words/logged-problems.js';
import { eventCells, eventTime } from '../events/events-page.js';
import { Caller, HttpStatus } from './requests-page.js';

type LoggedRequest = Answer<'getApiRequest'>;

/** A request to the API: how it was answered, and what it has begun. */
export const RequestPage = detailOf('getApiRequest', byId, function Shown({ found: request }) {
  const { id, method, path, status, operationId, durationMs, createdAt, objectId } = request;
  return (
    <Page
      title={`${method} ${path}`}
      tab={`${status} · ${method} ${path}`}
      lead={
        <>
          <HttpStatus status={status} /> <Time value={createdAt} />
        </>
      }
    >
      <FactsCard
        title="Request"
        rows={{
          Operation: <Text mono>{operationId}</Text>,
          By: <Caller keyId={request.keyId} as={NameLink} />,
          Duration: `${durationMs} ms`,
          'Made or changed': objectId && <ObjectLink id={objectId} />,
          'Problem code': request.code && <Text mono>{request.code}</Text>,
          ID: <CopyableId id={id} label="Copy ID" />,
        }}
      />
      {status >= 400 && <Refusal request={request} />}
      {request.eventIds.length > 0 && (
        <ListCard
          title="Events"
          lead="The events that the request led to."
          actions={<TextLink to="/events" search={{ requestId: id }} label="All, with filters" />}
          list="listEvents"
          columns={columns}
          query={{ requestId: id }}
          empty={<Empty title="They were deleted." />}
        />
      )}
    </Page>
  );
});

/** An object that a request has made or changed. A deleted one has no page. */
function ObjectLink({ id }: { id: string }) {
  const { data } = useQuery(targetQuery(id));
  const name = <Text mono>{id}</Text>;
  return data ? (
    <Link {...data} className="text-accent hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
}

/** Why a request was refused, and what it had sent. */
function Refusal({
  request: { status, requestBody, requestBodyOmitted, problem },
}: {
  request: LoggedRequest;
}) {
  if (status >= 500) {
    return (
      <Card title="Problem">The service failed. The log keeps no body of such a request.</Card>
    );
  }
  return (
    <>
      {problem && (
        <Card title="Problem">
          <p className="mb-2 font-medium">
            <Text>{loggedProblem(problem)}</Text>
          </p>
          <CodeBlock label="Problem as JSON" text={JSON.stringify(problem, null, 2)} />
        </Card>
      )}
      <Card title="Request body">
        {requestBody === null ? (
          <p className="text-muted">
            {requestBodyOmitted === null
              ? 'The request had no body.'
              : omissions[requestBodyOmitted]}
          </p>
        ) : (
          <CodeBlock label="Request body as JSON" text={indented(requestBody)} />
        )}
      </Card>
    </>
  );
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

/** The columns of events, and the way to the deliveries of each. */
const columns: Columns<Item<'listEvents'>> = [
  ...eventCells,
  {
    title: 'Deliveries',
    cell: ({ id }) => (
      <TextLink
        to="/deliveries"
        search={{ eventId: id }}
        aria-label={`Deliveries of ${id}`}
        label="Deliveries"
      />
    ),
  },
  eventTime,
];
