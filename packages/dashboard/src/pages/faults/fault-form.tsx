import { useState } from 'react';
import { controls } from '../../api/controls.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
import { type FaultDraft, faultOf, newFault } from './fault-of.js';

const lines = [
  ['eventId', 'Event ID', 'text'],
  ['externalId', 'External ID', 'text'],
  ['attempt', 'Attempt', 'number'],
  ['operationId', 'Operation of the API', 'text'],
  ['nth', 'Only the nth that matches', 'number'],
] as const;

/** Sets a fault. Its own form, because the controls have no schema here. The service says what does not fit together. */
export function FaultForm() {
  const [draft, setDraft] = useState(newFault);
  const set = (change: Partial<FaultDraft>) => setDraft((before) => ({ ...before, ...change }));
  const add = useChange(() => controls.addFault(faultOf(draft)));
  const problems = add.error instanceof ProblemError ? add.error.fields : [];
  const errorOf = (param: string) => problems.find((each) => each.param === param)?.message;
  const field = (name: keyof FaultDraft, param: string) => ({
    value: draft[name],
    error: errorOf(param),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(undefined, {
          onSuccess: ({ kind }) => {
            notify(`The fault ${kind} is set.`);
            setDraft(newFault);
          },
        });
      }}
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
        <ChoiceOf
          field="endpointId"
          label="Endpoint"
          none="Any"
          value={draft.endpointId}
          error={errorOf('match.endpointId')}
          onChange={(endpointId) => set({ endpointId })}
        />
        <ChoiceOf
          field="eventType"
          label="Event type"
          none="Any"
          value={draft.eventType}
          error={errorOf('match.eventType')}
          onChange={(eventType) => set({ eventType })}
        />
        {lines.map(([name, label, type]) => (
          <Input key={name} label={label} type={type} {...field(name, `match.${name}`)} />
        ))}
      </fieldset>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Input
          label="Times"
          hint="Empty: until it is removed."
          type="number"
          {...field('times', 'times')}
        />
        <Input
          label="Probability"
          hint="0 to 1. Empty: it always happens."
          type="number"
          step="any"
          {...field('probability', 'probability')}
        />
        <Input
          label="Seconds"
          hint="For kinds that wait."
          type="number"
          step="any"
          {...field('seconds', 'params.seconds')}
        />
        <Input
          label="Count"
          hint="For kinds that send several."
          type="number"
          {...field('count', 'params.count')}
        />
      </div>
      {add.isError && <ErrorNote error={add.error} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" pending={add.isPending}>
          Set the fault
        </Button>
      </div>
    </form>
  );
}
