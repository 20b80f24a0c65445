import { z } from 'zod';
import { map, text } from '../limits/bounded.js';
import { isLongerThan } from '../limits/characters.js';
import { limits } from '../limits/limits.js';

const { metadataKeys, metadataKey, metadataValue } = limits;

/** Data that a caller attaches to an object. The service never interprets it (spec section 2). */
export const Metadata = map('metadataKeys', text('metadataKey').min(1), z.unknown())
  .refine(
    (metadata) => !Object.values(metadata).some(isTooLong),
    `has a value longer than ${metadataValue.most} characters`,
  )
  .meta({
    id: 'Metadata',
    description: `At most ${metadataKeys.most} keys of ${metadataKey.most} characters; values of ${metadataValue.most}, of a text or else of its JSON.`,
    'x-max-value-characters': metadataValue.most,
  });

// A text is measured as it is: its quotes and escapes in JSON are none of its characters.
function isTooLong(value: unknown): boolean {
  return isLongerThan(
    metadataValue.most,
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}
