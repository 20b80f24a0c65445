import type { Answer } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import type { useDefaultIntegration } from '../../resource/default-integration.js';
import { textsOf } from '../../resource/form/body.js';
import { Field, Fields, useForm } from '../../resource/form/field.js';
import type { FieldProps } from '../../resource/form/widgets.js';
import { Ticks } from '../../ui/choice.js';

interface EventTypesProps {
  readonly scope: Answer<'getWebhookEndpoint'>['owner']['type'];
  /** The types to which the endpoint subscribes. Default, as in the API: every emitted type. */
  readonly present?: readonly string[];
}

/** The fields of a new endpoint. Its event types depend on its owner. */
export function NewEndpointFields({
  preset,
}: {
  preset: ReturnType<typeof useDefaultIntegration>;
}) {
  const { body, set } = useForm();
  const { integrationId: owner = preset.id ?? '' } = body;
  return (
    <>
      <Fields hidden={['owner', 'integrationId', 'eventTypes', 'retryPolicy']} />
      <Field
        path="integrationId"
        labels={{ hint: `An endpoint gets the events of its owner. ${preset.hint ?? ''}` }}
        as={({ path, labels }) => (
          <ChoiceOf
            {...labels}
            field={path}
            none="The account"
            value={String(owner)}
            onChange={(next) => {
              set(path, next);
              set('eventTypes', undefined);
            }}
          />
        )}
      />
      <EventTypesField scope={owner === '' ? 'account' : 'integration'} />
    </>
  );
}

export function EndpointFields(props: EventTypesProps) {
  return (
    <>
      <Fields hidden={['eventTypes', 'retryPolicy']} />
      <EventTypesField {...props} />
    </>
  );
}

function EventTypesField(types: EventTypesProps) {
  return <Field path="eventTypes" as={(props) => <EventTypeTicks {...props} {...types} />} />;
}

/** The event types that an owner can subscribe to. Types that are not emitted yet cannot be added. */
function EventTypeTicks({ labels, value, onChange, scope, present }: FieldProps & EventTypesProps) {
  const { rows } = useList('listEventTypes');
  const types = rows.filter((row) => row.scope === scope);
  const isSoon = ({ availability }: (typeof types)[number]) => availability === 'coming_soon';
  const emitted = types.filter((row) => !isSoon(row)).map(({ type }) => type);
  const ticked = value === undefined ? (present ?? emitted) : textsOf(value);
  return (
    <Ticks
      {...labels}
      list="flex flex-col gap-2"
      ticked={ticked}
      options={types.map((row) => ({
        value: row.type,
        disabled: isSoon(row) && !ticked.includes(row.type),
        shown: (
          <>
            {row.type}
            {isSoon(row) && <span className="text-muted"> (coming soon)</span>}
            <span className="block text-xs text-muted">{row.meaning}</span>
          </>
        ),
      }))}
      onChange={onChange}
    />
  );
}
