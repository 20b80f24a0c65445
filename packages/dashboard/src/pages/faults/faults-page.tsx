import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { controls, type Fault, type FaultKind, faultsQuery } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { Time } from '../../clock/time.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { session } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Card, Empty } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { Loading, Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { wordsOf } from '../../words/words-of.js';
import { type FaultDraft, faultOf, newFault } from './fault-of.js';

const choices = [
  ['endpointId', 'Endpoint'],
  ['eventType', 'Event type'],
] as const;
const lines = [
  ['eventId', 'Event ID', 'text'],
  ['externalId', 'External ID', 'text'],
  ['attempt', 'Attempt', 'number'],
  ['operationId', 'Operation of the API', 'text'],
  ['nth', 'Only the nth that matches', 'number'],
] as const;

// Their name, parameter, label, hint and step.
const details = [
  ['times', 'times', 'Times', 'Empty: until it is removed.', '1'],
  ['probability', 'probability', 'Probability', '0 to 1. Empty: it always happens.', 'any'],
  ['seconds', 'params.seconds', 'Seconds', 'For kinds that wait.', 'any'],
  ['count', 'params.count', 'Count', 'For kinds that send several.', '1'],
] as const;

/** Sets a fault. Its own form, because the controls have no schema here. The service says what does not fit together. */
function FaultForm() {
  const [draft, setDraft] = useState(newFault);
  const set = (change: Partial<FaultDraft>) => setDraft((before) => ({ ...before, ...change }));
  const add = useChange((key) => controls.addFault(key, faultOf(draft)));
  const { errorOf } = add;
  const field = (name: keyof FaultDraft, param: string) => ({
    value: draft[name],
    error: errorOf(param),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <Form
      submit="Set the fault"
      change={add}
      onSubmit={() =>
        add.mutate(undefined, {
          onSuccess: ({ kind }) => {
            notify(`The fault ${kind} is set.`);
            setDraft(newFault);
          },
        })
      }
    >
      <FaultKindPicker
        label="What goes wrong"
        value={draft.kind}
        error={errorOf('kind')}
        onChange={(kind) => set({ kind })}
      />
      <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-2 lg:grid-cols-3">
        <legend className="px-1 text-xs font-medium text-muted">
          For what. Empty fields match everything.
        </legend>
        {choices.map(([name, label]) => (
          <ChoiceOf
            key={name}
            field={name}
            label={label}
            none="Any"
            value={draft[name]}
            error={errorOf(`match.${name}`)}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        {lines.map(([name, label, type]) => (
          <Input key={name} label={label} type={type} {...field(name, `match.${name}`)} />
        ))}
      </fieldset>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {details.map(([name, param, label, hint, step]) => (
          <Input
            key={name}
            label={label}
            hint={hint}
            type="number"
            step={step}
            {...field(name, param)}
          />
        ))}
      </div>
    </Form>
  );
}

/** What is set to go wrong, and how to have something else go wrong. */
export function FaultsPage() {
  const { data, error } = useQuery(faultsQuery);
  const removeAll = useChange(controls.removeFaults);
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
      <Card
        title="Faults that are set"
        actions={
          faults.length > 0 && (
            <Button
              look="danger"
              pending={removeAll.isPending}
              onClick={() =>
                removeAll.mutate(undefined, {
                  onSuccess: ({ removed }) => notify(`Removed: ${removed}.`),
                  onError: ({ message }) => notify(message),
                })
              }
            >
              Remove all
            </Button>
          )
        }
        flush
      >
        {error && <ErrorNote error={error} />}
        {!data && !error && <Loading />}
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
      <Card title="Set a fault">
        <FaultForm />
      </Card>
    </Page>
  );
}

/** A fault that is set, and its removal. */
function FaultRow({ fault, kinds }: { fault: Fault; kinds: readonly FaultKind[] }) {
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
