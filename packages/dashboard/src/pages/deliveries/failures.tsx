import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useFrozen } from '../../clock/use-clock.js';
import { WaitNote } from '../../clock/wait-note.js';
import { IdLink } from '../../resource/references.js';
import { refusalFor } from '../../resource/refusal.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { TextLink } from '../../ui/link-button.js';
import { notify } from '../../ui/toast.js';
import { causeNames } from '../../words/causes.js';
import { EndpointHost, useListedEndpoint } from './endpoint-host.js';
import {
  countWords,
  type FailureGroup,
  replayLabel,
  replayWords,
  stateWords,
} from './failure-groups.js';
import { replayGroup } from './replay-group.js';

interface FailuresProps {
  /** The only endpoint. Default: all. */
  readonly endpointId?: string | undefined;
  /** The only cause. Default: all. */
  readonly cause?: string | undefined;
  readonly most?: number;
  /** The page with the other groups. Default: this list expands. */
  readonly others?: '/deliveries';
  /** Whether the page itself says that work is due while the clock is frozen. */
  readonly saysDue?: boolean;
}

export function Failures({ endpointId, cause, most = 5, others, saysDue }: FailuresProps) {
  const query = endpointId === undefined ? {} : { endpointId };
  const { data, error, refetch } = useOperation('getWebhookDeliveryFailures', { query });
  const [isWhole, setWhole] = useState(false);
  if (!data) return error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  const groups = data.failures.filter((group) => (cause ?? group.cause.code) === group.cause.code);
  if (groups.length === 0) return null;
  const hidden = isWhole ? 0 : groups.length - most;
  return (
    <Card title="Failures" flush>
      <ul>
        {(hidden > 0 ? groups.slice(0, most) : groups).map((group) => (
          <Failure
            key={`${group.endpointId} ${group.cause.code}`}
            group={group}
            saysDue={saysDue}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-line px-4 py-2">
          {others ? (
            <Link to={others} className="text-accent hover:underline">
              and {hidden} more
            </Link>
          ) : (
            <Button look="quiet" className="-ml-3" onClick={() => setWhole(true)}>
              Show all {groups.length}
            </Button>
          )}
        </p>
      )}
    </Card>
  );
}

function Failure({ group, saysDue }: { group: FailureGroup; saysDue: boolean | undefined }) {
  const { endpointId, since, failed } = group;
  const { code } = group.cause;
  const replay = useGroupReplay();
  const { data: endpoint } = useListedEndpoint(endpointId);
  const state = stateWords(group);
  const pressed = replay.isPending ? replay.variables.failed : failed;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <Link
            to="/deliveries"
            search={{ endpointId, cause: code }}
            className="font-medium hover:underline"
          >
            {countWords(group)}, {causeNames[code]}
            <span className="sr-only">
              , <EndpointHost id={endpointId} />
            </span>
          </Link>
        </p>
        <p className="text-xs text-muted">
          <IdLink to="/endpoints/$id" id={endpointId}>
            <EndpointHost id={endpointId} />
          </IdLink>
          , since <Time value={since} form="short" />
          {state !== '' && `: ${state}`}
        </p>
      </div>
      {pressed > 0 && (
        <Button
          pending={replay.isPending}
          refusal={endpoint ? refusalFor('recoverWebhookDeliveries', endpoint) : undefined}
          onClick={() => replay.mutate(group, { onError: ({ message }) => notify(message) })}
        >
          {replayLabel(pressed)}
          <span className="sr-only">
            , {causeNames[code]}, <EndpointHost id={endpointId} />
          </span>
        </Button>
      )}
      {replay.isPending && <Waiting due={saysDue ? undefined : replay.due} />}
      {!replay.isPending && replay.data && <Result {...replay.data} />}
    </li>
  );
}

/** Replays the first delivery of a group, and the others once that one has arrived. */
function useGroupReplay() {
  const frozen = useFrozen();
  const [due, setDue] = useState<string>();
  const replay = useChange(async (key, group: FailureGroup) => {
    const result = await replayGroup(key, group, setDue);
    const text = replayWords(result, group.failed, frozen);
    // Also shown if the user has left the page.
    notify(text);
    return { text, first: result.end === 'none_left' ? undefined : result.first };
  });
  return { ...replay, due };
}

function Waiting({ due }: { due: string | undefined }) {
  const frozen = useFrozen();
  return (
    <div className="basis-full">
      {frozen && due !== undefined ? (
        <WaitNote kind="attempt" at={due} />
      ) : (
        <p className="text-muted">
          {frozen ? 'The first one is due, but the clock is frozen.' : 'Sending the first one.'}
        </p>
      )}
    </div>
  );
}

function Result({ text, first }: { text: string; first: string | undefined }) {
  return (
    <p className="basis-full text-muted">
      {text}{' '}
      {first !== undefined && (
        <TextLink to="/deliveries/$id" params={{ id: first }} label="The first delivery" />
      )}
    </p>
  );
}
