import { ChoiceOf } from '../../resource/choice-of.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { Button } from '../../ui/button.js';
import { Input, TextArea } from '../../ui/input.js';
import { isJson, type Override, type TriggerFields } from './trigger-of.js';

/** What can be set of an event that is made directly. */
export function DirectFields({ draft, set, errorOf }: TriggerFields) {
  return (
    <>
      <ChoiceOf
        field="endpointId"
        label="Endpoint"
        none="Every one that subscribes to the type"
        value={draft.endpointId}
        error={errorOf('endpointId')}
        onChange={(endpointId) => set({ endpointId })}
      />
      <OverrideRows
        rows={draft.set}
        error={errorOf('set')}
        onChange={(rows) => set({ set: rows })}
      />
      <TextArea
        label="Fields of data"
        hint="JSON. Replaces fields of the record."
        placeholder={'{"state": "NY"}'}
        value={draft.data}
        error={isJson(draft.data) ? errorOf('data') : 'This is not JSON yet.'}
        onChange={({ target }) => set({ data: target.value })}
      />
      <FaultKindPicker
        label="Fault of the first attempt"
        none="None"
        value={draft.fault}
        error={errorOf('fault') ?? errorOf('kind')}
        onChange={(fault) => set({ fault })}
      />
    </>
  );
}

/** Values of the event by their paths. */
function OverrideRows({
  rows,
  error,
  onChange,
}: {
  rows: readonly Override[];
  error: string | undefined;
  onChange: (rows: readonly Override[]) => void;
}) {
  const change = (index: number, part: Partial<Override>) => {
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-muted">Overrides</legend>
      {rows.map((row, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place.
          key={index}
          className="flex flex-wrap items-end gap-2"
        >
          <div className="min-w-40 flex-1">
            <Input
              label="Path"
              placeholder="data.formData.licenseNumber"
              value={row.path}
              onChange={({ target }) => change(index, { path: target.value })}
            />
          </div>
          <div className="min-w-40 flex-1">
            <Input
              label="Value"
              placeholder="JSON, or else text"
              value={row.value}
              onChange={({ target }) => change(index, { value: target.value })}
            />
          </div>
          <Button
            aria-label={`Remove override ${index + 1}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      <div>
        <Button onClick={() => onChange([...rows, { path: '', value: '' }])}>
          Add an override
        </Button>
      </div>
    </fieldset>
  );
}
