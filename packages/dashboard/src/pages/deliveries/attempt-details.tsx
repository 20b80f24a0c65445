import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { faultsQuery } from '../../api/faults-query.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Text } from '../../ui/text.js';
import type { Attempt } from './own-attempt.js';
import { SignatureParts } from './signature-parts.js';

/** What an attempt has sent, and what came back. */
export function AttemptDetails({ attempt }: { attempt: Attempt }) {
  const { error, fault } = attempt;
  return (
    <div className="mt-3 flex flex-col gap-4">
      {error && (
        <p className="text-bad">
          <Text>{error.message}</Text> <Text mono>{error.code}</Text>
        </p>
      )}
      {fault !== null && <FaultNote kind={fault} />}
      <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-2">
        <Request attempt={attempt} />
        <Response attempt={attempt} />
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

function Request({ attempt: { number, url, requestHeaders, fault } }: { attempt: Attempt }) {
  return (
    <Half title="Request">
      <p className="font-mono text-xs">
        {/* The API does not tell the method that a fault has sent. */}
        {fault === null && 'POST '}
        <Text>{url}</Text>
      </p>
      <HeadersTable headers={requestHeaders} label={`Headers of request ${number}`} />
      <SignatureParts headers={requestHeaders} />
    </Half>
  );
}

function Response({ attempt }: { attempt: Attempt }) {
  const { number, state, responseStatus, responseHeaders, responseBody } = attempt;
  if (responseStatus === null) {
    return (
      <Half title="Response">
        <p className="text-muted">{state === 'started' ? 'Not yet.' : 'None.'}</p>
      </Half>
    );
  }
  return (
    <Half title="Response">
      <p className="font-mono text-xs">HTTP {responseStatus}</p>
      <HeadersTable headers={responseHeaders ?? {}} label={`Headers of response ${number}`} />
      {responseBody ? (
        <CodeBlock text={responseBody} label={`Body of response ${number}`} />
      ) : (
        <p className="text-muted">No body.</p>
      )}
    </Half>
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

/** Headers as they were sent. */
function HeadersTable({
  headers,
  label,
}: {
  headers: Readonly<Record<string, string>>;
  label: string;
}) {
  const rows = Object.entries(headers);
  if (rows.length === 0) return <p className="text-muted">No headers.</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-auto rounded-md border border-line"
    >
      <table className="w-full table-fixed border-collapse font-mono text-xs">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} className="border-b border-line align-top last:border-0">
              <th scope="row" className="w-2/5 px-2 py-1 text-left font-normal text-muted">
                <Text>{name}</Text>
              </th>
              <td className="px-2 py-1">
                <Text>{value}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
