import { RowLink } from '../../resource/references.js';
import { Text } from '../../ui/text.js';

/** An event type, which may be broken after its dot where there is no room for it. */
export function EventTypeName({ type }: { type: string }) {
  const end = type.indexOf('.') + 1;
  return (
    <Text>
      {type.slice(0, end)}
      <wbr />
      {type.slice(end)}
    </Text>
  );
}

/** The link of the row of an event, or of a delivery. */
export function EventTypeLink({
  type,
  ...to
}: {
  to: '/events/$id' | '/deliveries/$id';
  id: string;
  type: string;
}) {
  return (
    <RowLink
      {...to}
      text={<EventTypeName type={type} />}
      className="max-sm:line-clamp-2 max-sm:leading-tight max-sm:whitespace-normal"
    />
  );
}
