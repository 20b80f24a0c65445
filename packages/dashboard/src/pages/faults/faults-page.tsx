import { useQuery } from '@tanstack/react-query';
import { controls, type Fault, type FaultKind, faultsQuery } from '../../api/controls.js';
import type { JsonSchema } from '../../api/json-schema.js';
import { Time } from '../../clock/time.js';
import { Unread } from '../../resource/detail.js';
import { ChangeButton } from '../../resource/direct-action.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { Field, Fields } from '../../resource/form/field.js';
import { Form } from '../../resource/form/form.js';
import { session } from '../../session/session.js';
import { Card, Empty } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { labelOf } from '../../words/fields.js';
import { wordsOf } from '../../words/words-of.js';

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const number = { type: 'number' } as const;

// The controls publish no schema.
const schema: JsonSchema = {
  type: 'object',
  properties: {
    kind: text,
    match: {
      type: 'object',
      properties: {
        endpointId: text,
        eventType: text,
        eventId: text,
        externalId: text,
        attempt: whole,
        operationId: text,
        nth: whole,
      },
    },
    // Left out, it would happen once.
    times: { type: ['integer', 'null'] },
    probability: number,
    params: { type: 'object', properties: { seconds: number, count: whole } },
  },
};
const newFault = { match: {}, times: 1, params: {} };

/** Sets a fault. The service says what does not fit together. */
function FaultForm() {
  return (
    <Form
      operation="addFault"
      schema={schema}
      initial={newFault}
      submit="Set the fault"
      fields={
        <>
          <Field path="kind" as={(props) => <FaultKindPicker {...props} />} />
          <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-2 lg:grid-cols-3">
            <legend className="px-1 text-xs font-medium text-muted">
              {labelOf('match', 'addFault')}
            </legend>
            <Fields of="match" />
          </fieldset>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field path="times" />
            <Field path="probability" />
            <Fields of="params" />
          </div>
        </>
      }
      onDone={({ kind }, form) => {
        notify(`The fault ${kind} is set.`);
        form.clear();
      }}
    />
  );
}

/** What is set to go wrong, and how to have something else go wrong. */
export function FaultsPage() {
  const query = useQuery(faultsQuery);
  const { data } = query;
  const faults = data?.data ?? [];
  return (
    <Page
      title="Faults"
      lead={`Have deliveries arrive late, twice, forged or broken, and see what your receiver does. ${
        session.actingTenant
          ? 'Faults are those of the whole service, not of this tenant alone.'
          : ''
      }`}
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Card title="Set a fault">
          <FaultForm />
        </Card>
        <Card
          title="Faults that are set"
          actions={
            faults.length > 0 && (
              <ChangeButton
                look="danger"
                send={controls.removeFaults}
                onDone={({ removed }) => notify(`Removed: ${removed}.`)}
              >
                Remove all
              </ChangeButton>
            )
          }
          flush
        >
          <Unread query={query} />
          {data && faults.length === 0 && (
            <Empty title="No fault is set.">
              <p>Everything is delivered as it should be. Set a fault with the form.</p>
            </Empty>
          )}
          {faults.length > 0 && (
            <ul className="border-t border-line">
              {faults.map((fault) => (
                <FaultRow key={fault.id} fault={fault} kinds={data?.kinds ?? []} />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Page>
  );
}

function FaultRow({ fault, kinds }: { fault: Fault; kinds: readonly FaultKind[] }) {
  const { id, kind, match, params, timesLeft, probability, matched, createdAt } = fault;
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
      <ChangeButton aria-label={`Remove ${kind}`} send={(key) => controls.removeFault(key, id)}>
        Remove
      </ChangeButton>
    </li>
  );
}

function leftOf(timesLeft: number | null): string {
  if (timesLeft === null) return 'every time';
  if (timesLeft === 0) return 'used up';
  return timesLeft === 1 ? 'once more' : `${timesLeft} times more`;
}
