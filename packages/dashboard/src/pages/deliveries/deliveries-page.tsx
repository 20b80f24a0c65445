import { change } from '../../api/call.js';
import type { Item } from '../../api/operations.js';
import { type ChangeKey, keyOfPart } from '../../api/presses.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { useClock } from '../../clock/use-clock.js';
import { FrozenNote } from '../../clock/wait-note.js';
import { useFilters } from '../../resource/filter-bar.js';
import { List } from '../../resource/list-page.js';
import { StatusTabs } from '../../resource/status-tabs.js';
import { Button } from '../../ui/button.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import type { Selection } from '../../ui/selection.js';
import { notify } from '../../ui/toast.js';
import { replaysInWords } from '../../words/refusals.js';
import { deliveryColumns } from './delivery-columns.js';
import { Failures } from './failures.js';

export function DeliveriesPage() {
  const { status: _status, ...others } = useFilters();
  const counts = useCounts(others);
  return (
    <Page
      title="Deliveries"
      lead="Every delivery to an endpoint, and its result."
      actions={<LinkButton to="/trigger" label="Trigger an event" />}
    >
      <WorkThatIsDue />
      <Failures endpointId={others['endpointId']} cause={others['cause']} saysDue />
      <StatusTabs list="listWebhookDeliveries" to="/deliveries" counts={counts} most={MOST} />
      <List
        list="listWebhookDeliveries"
        label="Deliveries"
        columns={deliveryColumns}
        hidden={['status']}
        selection={replaySelection}
        empty="No deliveries yet."
        hint={
          <>
            An event is delivered to every endpoint that subscribes to its type.
            <p className="flex flex-wrap justify-center gap-2">
              <LinkButton to="/endpoints" label="Add an endpoint" />
              <LinkButton to="/trigger" look="primary" label="Trigger an event" />
            </p>
          </>
        }
      />
    </Page>
  );
}

const MOST = 1000;

/** The count of each tab. `undefined` until loaded, and with filters that the counts do not support. */
function useCounts({ endpointId, ...others }: Readonly<Record<string, string>>) {
  const { data } = useOperation(
    'countWebhookDeliveries',
    { query: endpointId === undefined ? {} : { endpointId } },
    { enabled: Object.keys(others).length === 0 },
  );
  const counts: Readonly<Record<string, number>> | undefined = data?.byStatus;
  return counts;
}

/** Shown on a frozen clock, because no attempts are made. */
function WorkThatIsDue() {
  const clock = useClock();
  if (!clock?.next || Date.parse(clock.next) > Date.parse(clock.now)) return null;
  return <FrozenNote kind="job" at={clock.next} />;
}

type Delivery = Item<'listWebhookDeliveries'>;

const AT_A_TIME = 4;

interface Selected {
  readonly selected: readonly Delivery[];
  readonly deselect: (ids: readonly string[]) => void;
}

export const replaySelection: Selection<Delivery> = {
  label: ({ eventType, id }) => `Select ${eventType} ${id}`,
  actions: (selected, deselect) => <ReplaySelected selected={selected} deselect={deselect} />,
};

function ReplaySelected({ selected, deselect }: Selected) {
  const ids = selected.map(({ id }) => id);
  const replay = useChange(async (key, all: readonly string[]) => {
    const { replayed, refused, isUnknown } = await replayEach(key, all);
    notify(replaysInWords(replayed.length, refused));
    deselect(replayed);
    // An error keeps the same key for the next press.
    if (isUnknown) throw new Error('Some of them may not have been replayed.');
  });
  return (
    <>
      <Button pending={replay.isPending} onClick={() => replay.mutate(ids)}>
        Replay
      </Button>
      <Button
        look="quiet"
        refusal={replay.isPending ? 'Replay in progress.' : undefined}
        onClick={() => {
          replay.reset();
          deselect(ids);
        }}
      >
        Clear
      </Button>
    </>
  );
}

/** Replays deliveries in order, a few at a time. Each has its own key, so that none is replayed twice. */
async function replayEach(key: ChangeKey, ids: readonly string[]) {
  const replayed: string[] = [];
  const refused = new Map<string, string>();
  let isUnknown = false;
  const left = ids.values();
  const replayNext = async () => {
    for (const id of left) {
      try {
        await change(keyOfPart(key, id), 'replayWebhookDelivery', { path: { id } });
        replayed.push(id);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.set(id, error.message);
        isUnknown ||= error.status === 0 || error.status >= 500;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, replayNext));
  return { replayed, refused, isUnknown };
}
