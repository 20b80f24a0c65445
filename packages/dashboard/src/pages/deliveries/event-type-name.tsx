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
