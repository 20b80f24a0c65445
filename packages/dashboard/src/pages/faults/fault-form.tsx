import { useState } from 'react';
import { controls } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
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
export function FaultForm() {
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
