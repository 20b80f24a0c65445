import { useNavigate } from '@tanstack/react-router';
import { formatDuration } from '../../clock/format-duration.js';
import { Time } from '../../clock/time.js';
import { useFilters } from '../../resource/filter-bar.js';
import { Empty } from '../../ui/empty.js';
import { Status } from '../../ui/status.js';
import { wordsOf } from '../../words/words-of.js';
import { AttemptDetails } from './attempt-details.js';
import type { Attempt } from './own-attempt.js';

/** The attempts of a delivery, newest first. The newest is open, or those that the address names. */
export function AttemptTimeline({ attempts }: { attempts: readonly Attempt[] }) {
  const { attempt: chosen } = useFilters();
  const navigate = useNavigate();
  if (attempts.length === 0) return <Empty title="No attempt was made yet." />;
  const newest = attempts.at(-1);
  const show = (number: number | undefined) => {
    const search = number === undefined ? {} : { attempt: String(number) };
    void navigate({ to: '.', replace: true, resetScroll: false, search });
  };
  return (
    <ol reversed className="flex flex-col border-l-2 border-line pl-4">
      {attempts.toReversed().map((attempt) => {
        const { id, number } = attempt;
        const isNewest = attempt === newest;
        const isOpen = isNewest || chosen === String(number);
        return (
          <li key={id} value={number} className="min-w-0 border-b border-line py-3 last:border-0">
            {isNewest ? (
              <>
                <Headline attempt={attempt} />
                <AttemptDetails attempt={attempt} />
              </>
            ) : (
              <details
                className="group"
                open={isOpen}
                onToggle={({ currentTarget }) => {
                  if (currentTarget.open !== isOpen) show(currentTarget.open ? number : undefined);
                }}
              >
                <summary className="flex list-none gap-2">
                  <span
                    aria-hidden="true"
                    className="group-open:rotate-90 motion-safe:transition-transform"
                  >
                    ▸
                  </span>
                  <Headline attempt={attempt} />
                </summary>
                {isOpen && <AttemptDetails attempt={attempt} />}
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Headline({ attempt }: { attempt: Attempt }) {
  const { number, state, trigger, startedAt, durationMs, responseStatus, fault } = attempt;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="font-medium">Attempt {number}</strong>
      <Status value={state} />
      {responseStatus !== null && <span className="font-mono text-xs">HTTP {responseStatus}</span>}
      {durationMs !== null && <span className="text-muted">{formatDuration(durationMs)}</span>}
      <span className="text-muted">{wordsOf(trigger)}</span>
      {fault !== null && <Status value={`fault: ${fault}`} />}
      <span className="text-muted">
        <Time value={startedAt} />
      </span>
    </span>
  );
}
