import { Input, TextArea } from '../../ui/input.js';
import type { TriggerFields } from './trigger-of.js';
import { isJson } from './trigger-of.js';

/** What can be set of a verification that is ordered for its event. */
export function OrderFields({ draft, set, errorOf }: TriggerFields) {
  return (
    <>
      <Input
        label="External ID"
        hint="Your own reference."
        value={draft.externalId}
        error={errorOf('externalId')}
        onChange={({ target }) => set({ externalId: target.value })}
      />
      <TextArea
        label="Metadata"
        hint="JSON. It comes back in the event."
        placeholder={'{"orderId": "7"}'}
        value={draft.metadata}
        error={isJson(draft.metadata) ? errorOf('metadata') : 'This is not JSON yet.'}
        onChange={({ target }) => set({ metadata: target.value })}
      />
    </>
  );
}
