import { Text } from '../../ui/text.js';

/** A color and how it is written. */
export function BrandColor({ color }: { color: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className="size-4 rounded border border-line"
        style={{ backgroundColor: color }}
      />
      <Text mono>{color}</Text>
    </span>
  );
}
