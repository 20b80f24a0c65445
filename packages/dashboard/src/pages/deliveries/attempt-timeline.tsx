import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { faultsQuery } from '../../api/controls.js';
import { formatDuration } from '../../clock/local-time.js';
import { Time } from '../../clock/time.js';
import { useFilters } from '../../resource/filter-bar.js';
import { Empty, Facts } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { causeSentence } from '../../words/diagnosis.js';
import { wordsOf } from '../../words/words-of.js';
import { type Attempt, diagnosedOf, hasTwoClocks, ownAttempt, signatureOf } from './delivery.js';
import { HeadersTable } from './headers-table.js';

/** The attempts of a delivery, newest first. Opens the newest, or those that the URL names. */
export function AttemptTimeline({ attempts }: { attempts: readonly Attempt[] }) {
  const { attempt: chosen } = useFilters();
  const navigate = useNavigate();
  if (attempts.length === 0) return <Empty title="No attempts yet." />;
  const newest = attempts.at(-1);
  const told = ownAttempt(attempts);
  const show = (number: number | undefined) => {
    const search = number === undefined ? {} : { attempt: String(number) };
    void navigate({ to: '.', resetScroll: false, search });
  };
  return (
    <ol reversed className="flex flex-col border-l-2 border-line pl-4">
      {attempts.toReversed().map((attempt) => {
        const { id, number } = attempt;
        const isNewest = attempt === newest;
        return (
          <li key={id} value={number} className="min-w-0 border-b border-line py-3 last:border-0">
            {isNewest ? (
              <>
                <Headline attempt={attempt} />
                <AttemptDetails attempt={attempt} isTold={attempt === told} />
              </>
            ) : (
              <Disclosure
                summary={<Headline attempt={attempt} />}
                isOpen={chosen === String(number)}
                onToggle={(isOpen) => show(isOpen ? number : undefined)}
              >
                <AttemptDetails attempt={attempt} isTold={attempt === told} />
              </Disclosure>
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
      <Time value={startedAt} className="text-muted" />
    </span>
  );
}

/** The request and the response of an attempt. @param isTold Whether the page explains the result elsewhere. */
function AttemptDetails({ attempt, isTold }: { attempt: Attempt; isTold: boolean }) {
  const { number, state, url, requestHeaders, error, fault } = attempt;
  const failed = error && !isTold ? diagnosedOf(attempt) : undefined;
  const { responseStatus, responseHeaders, responseBody } = attempt;
  return (
    <div className="mt-3 flex flex-col gap-4">
      {failed && (
        <p className="text-bad">
          <Text>{causeSentence(failed)}</Text>
        </p>
      )}
      {fault !== null && <FaultNote kind={fault} />}
      <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-2">
        <Half title="Request">
          <p className="font-mono text-xs">
            {/* The API does not say which method a fault used. */}
            {fault === null && 'POST '}
            <Text>{url}</Text>
          </p>
          <HeadersTable headers={requestHeaders} label={`Headers of request ${number}`} />
          <SignatureParts headers={requestHeaders} />
          {hasTwoClocks(attempt) && (
            <p className="text-xs text-muted">
              Signed <Time value={attempt.signedAt} />, by this computer's clock, as receivers check
              it.
            </p>
          )}
        </Half>
        <Half title="Response">
          {responseStatus === null ? (
            <p className="text-muted">{state === 'started' ? 'Not yet.' : 'None.'}</p>
          ) : (
            <>
              <p className="font-mono text-xs">HTTP {responseStatus}</p>
              <HeadersTable
                headers={responseHeaders ?? {}}
                label={`Headers of response ${number}`}
              />
              {responseBody ? (
                <CodeBlock text={responseBody} label={`Body of response ${number}`} />
              ) : (
                <p className="text-muted">No body.</p>
              )}
            </>
          )}
        </Half>
      </div>
    </div>
  );
}

function Half({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </div>
  );
}

function FaultNote({ kind }: { kind: string }) {
  const { data } = useQuery(faultsQuery);
  const summary = data?.kinds.find((each) => each.kind === kind)?.summary;
  return (
    <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
      A fault was injected: <Text mono>{kind}</Text>
      {summary !== undefined && `, ${summary}`}. It may have changed the method and the body.
    </p>
  );
}

function SignatureParts({ headers }: { headers: Readonly<Record<string, string>> }) {
  const signature = signatureOf(headers);
  if (!signature) return <p className="text-muted">Sent without a signature.</p>;
  const { t, v1 } = signature;
  const at = t === undefined ? undefined : whenOf(t);
  return (
    <Facts
      rows={{
        t: (
          <>
            {t === undefined ? 'missing' : <Text mono>{t}</Text>} {at && <Time value={at} />}
          </>
        ),
        v1:
          v1.length === 0
            ? 'missing'
            : v1.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fault may send a value twice.
                <div key={index}>{value === '' ? 'empty' : <Text mono>{value}</Text>}</div>
              )),
      }}
    />
  );
}

/** The time of Unix seconds. `undefined` if a fault has sent something else. */
function whenOf(seconds: string): string | undefined {
  const date = new Date(Number(seconds) * 1000);
  return /^\d+$/.test(seconds) && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
