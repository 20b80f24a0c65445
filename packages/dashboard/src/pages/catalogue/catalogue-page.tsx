import type { ReactNode } from 'react';
import { eventCatalogue } from '../../api/generated/event-catalogue.js';
import { useList } from '../../api/use-list.js';
import { useFilters } from '../../resource/filter-bar.js';
import { Card, FactsCard } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { ChoiceLink, LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { EventTypeName } from '../deliveries/endpoint-host.js';

const { types, envelope, record } = eventCatalogue;
type EventType = (typeof types)[number];
type Field = (typeof record)[number];

export function CataloguePage() {
  const { type: chosen } = useFilters();
  const shown = types.find(({ type }) => type === chosen) ?? types[0];
  return (
    <Page
      title="Event catalogue"
      lead="Every type of event: when it is sent, its fields, and an example."
    >
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(16rem,20rem)_1fr]">
        <nav
          aria-label="Event types"
          className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel"
        >
          <ul>
            {types.map(({ type, emitted }) => (
              <li key={type} className="border-b border-line last:border-0">
                <ChoiceLink
                  to="/catalogue"
                  search={{ type }}
                  isChosen={type === shown?.type}
                  className={`flex flex-wrap items-center justify-between gap-x-3 px-4 py-2 ${type === shown?.type ? 'bg-accent-soft font-medium' : 'hover:bg-raised'}`}
                >
                  <EventTypeName type={type} />
                  {!emitted && <span className="text-xs text-muted">coming soon</span>}
                </ChoiceLink>
              </li>
            ))}
          </ul>
        </nav>
        {shown && <TypeDetails key={shown.type} event={shown} />}
      </div>
    </Page>
  );
}

function TypeDetails({ event: { type, what, emitted, differs, example } }: { event: EventType }) {
  // Asks the service, because it may have been started with the event types that are coming soon.
  const found = useList('listEventTypes').rows.find((row) => row.type === type);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FactsCard
        title={type}
        actions={
          <>
            <LinkButton to="/events" search={{ type }} label="Events of this type" />
            {emitted && <LinkButton to="/trigger" label="Trigger an event" />}
          </>
        }
        rows={{
          When: <WithCode text={what} />,
          Status: found && <Status value={found.availability} />,
        }}
      />
      <Card title="Fields of every event" flush>
        <FieldTable label="Fields of every event, table" fields={envelope} />
      </Card>
      {emitted && (
        <Card title="Fields of data" flush>
          <FieldTable label="Fields of data, table" fields={record} differs={differs} />
        </Card>
      )}
      <JsonCard
        title="Example"
        lead={
          !emitted &&
          'This event is not specified yet. The example is a guess, for testing a receiver.'
        }
        value={example}
      />
    </div>
  );
}

function FieldTable({
  label,
  fields,
  differs = {},
}: {
  label: string;
  fields: readonly Field[];
  /** The constant values of some fields in events of this type, by field name. */
  differs?: Readonly<Record<string, string>>;
}) {
  return (
    <PlainTable
      label={label}
      rows={fields}
      rowId={({ name }) => name}
      columns={[
        {
          title: 'Field',
          cell: ({ name, what }) => (
            <>
              <code className="font-medium wrap-anywhere">{name}</code>
              <span className="block text-muted">
                <WithCode text={what} />
              </span>
            </>
          ),
        },
        {
          title: 'Type',
          cell: ({ name, type, nullable }) => (
            <>
              {type}
              {nullable && ' or null'}
              {differs[name] !== undefined && (
                <span className="block text-xs text-muted">in this event: {differs[name]}</span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function WithCode({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  );
}
