import { ChoiceOf } from '../../resource/choice-of.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { TextArea } from '../../ui/input.js';
import { OverrideRows } from './override-rows.js';
import type { TriggerFields } from './trigger-of.js';
import { isJson } from './trigger-of.js';

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
