import { controls, type Fault, type FaultKind } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { Time } from '../../clock/time.js';
import { wordsOf } from '../../resource/words-of.js';
import { Button } from '../../ui/button.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';

/** A fault that is set, and its removal. */
export function FaultRow({ fault, kinds }: { fault: Fault; kinds: readonly FaultKind[] }) {
  const { id, kind, match, params, timesLeft, probability, matched, createdAt } = fault;
  const remove = useChange((key) => controls.removeFault(key, id));
  const summary = kinds.find((each) => each.kind === kind)?.summary;
  const conditions = Object.entries(match);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3 last:border-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-mono text-xs font-medium">{kind}</strong>
          <Status value={leftOf(timesLeft)} />
          {probability < 1 && <span>Probability {probability}</span>}
          {Object.entries(params).map(([name, value]) => (
            <span key={name}>
              {wordsOf(name)} <Text>{String(value)}</Text>
            </span>
          ))}
        </p>
        {summary !== undefined && <p className="text-muted">{summary}</p>}
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{conditions.length === 0 ? 'Matches everything.' : 'Matches'}</span>
          {conditions.map(([name, value]) => (
            <span key={name}>
              {wordsOf(name)} <Text mono>{value}</Text>
            </span>
          ))}
        </p>
        <p className="text-xs text-muted">
          Has matched {matched === 1 ? 'once' : `${matched} times`}. Set at{' '}
          <Time value={createdAt} />.
        </p>
      </div>
      <Button
        aria-label={`Remove ${kind}`}
        pending={remove.isPending}
        onClick={() => remove.mutate(undefined, { onError: ({ message }) => notify(message) })}
      >
        Remove
      </Button>
    </li>
  );
}

function leftOf(timesLeft: number | null): string {
  if (timesLeft === null) return 'every time';
  if (timesLeft === 0) return 'used up';
  return timesLeft === 1 ? 'once more' : `${timesLeft} times more`;
}
