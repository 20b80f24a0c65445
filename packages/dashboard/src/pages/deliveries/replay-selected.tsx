import { change } from '../../api/call.js';
import { type ChangeKey, keyOfPart } from '../../api/change-key.js';
import type { Item } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-change.js';
import { Button } from '../../ui/button.js';
import type { Selection } from '../../ui/data-table.js';
import { notify } from '../../ui/toast.js';
import { replaysInWords } from '../../words/replays.js';

type Delivery = Item<'listWebhookDeliveries'>;

const AT_A_TIME = 4;

/** Deliveries can be replayed together. */
export const replaySelection: Selection<Delivery> = {
  label: ({ eventType, id }) => `Select ${eventType} ${id}`,
  actions: (selected, deselect) => <ReplaySelected selected={selected} deselect={deselect} />,
};

function ReplaySelected({
  selected,
  deselect,
}: {
  selected: readonly Delivery[];
  deselect: (ids: readonly string[]) => void;
}) {
  const ids = selected.map(({ id }) => id);
  const replay = useChange(async (key, all: readonly string[]) => {
    const { replayed, refused, isUnknown } = await replayEach(key, all);
    notify(replaysInWords(replayed.length, refused));
    deselect(replayed);
    // The same key is for the next press, too.
    if (isUnknown) throw new Error('Nobody knows whether all were replayed.');
  });
  return (
    <>
      <Button pending={replay.isPending} onClick={() => replay.mutate(ids)}>
        Replay
      </Button>
      <Button
        look="quiet"
        refusal={replay.isPending ? 'They are being replayed.' : undefined}
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

/** Replays deliveries in their order, a few at a time. Each has a key of its own, so that none is replayed twice. */
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
