import { useQuery } from '@tanstack/react-query';
import { controls, type Fault, faultsQuery } from '../../api/controls.js';
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
import { capitalized, wordsOf } from '../../words/words-of.js';

/** Adds a fault. The service reports invalid combinations. */
function FaultForm() {
  return (
    <Form
      operation="addFault"
      // An empty field means null.
      initial={{ times: 1 }}
      submit="Add fault"
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
        notify(`Fault ${kind} added.`);
        form.clear();
      }}
    />
  );
}

/** The active faults, and a form to add one. */
export function FaultsPage() {
  const query = useQuery(faultsQuery);
  const { data } = query;
  const faults = data?.data ?? [];
  return (
    <Page
      title="Faults"
      lead={`Make deliveries late, duplicated, forged or broken to test your receiver. ${
        session.actingTenant ? 'Faults apply to the whole service, not only to this tenant.' : ''
      }`}
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Card title="Add a fault">
          <FaultForm />
        </Card>
        <Card
          title="Active faults"
          actions={
            faults.length > 0 && (
              <ChangeButton
                look="danger"
                send={controls.removeFaults}
                onDone={() => notify('Faults removed.')}
              >
                Remove all
              </ChangeButton>
            )
          }
          flush
        >
          <Unread query={query} />
          {data && faults.length === 0 && (
            <Empty title="No active faults.">
              <p>Deliveries are sent unchanged. Use the form to add a fault.</p>
            </Empty>
          )}
          {faults.length > 0 && (
            <ul className="border-t border-line">
              {faults.map((fault) => (
                <FaultRow
                  key={fault.id}
                  {...fault}
                  summary={data?.kinds.find(({ kind }) => kind === fault.kind)?.summary}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Page>
  );
}

function FaultRow(fault: Fault & { summary: string | undefined }) {
  const { id, kind, summary, match, params, timesLeft, probability, matched, createdAt } = fault;
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
        {summary !== undefined && <p className="text-muted">{capitalized(summary)}.</p>}
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{conditions.length === 0 ? 'Applies to everything.' : 'Applies to'}</span>
          {conditions.map(([name, value]) => (
            <span key={name}>
              {wordsOf(name)} <Text mono>{value}</Text>
            </span>
          ))}
        </p>
        <p className="text-xs text-muted">
          Matched {matched === 1 ? 'once' : `${matched} times`}. Added <Time value={createdAt} />.
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
  return timesLeft === 1 ? 'once more' : `${timesLeft} more times`;
}
