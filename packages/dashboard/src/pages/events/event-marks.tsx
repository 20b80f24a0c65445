import type { Item } from '../../api/operations.js';
import { Status } from '../../ui/status.js';

/** Says that an event is a test event, or that its type is a preview. */
export function EventMarks({ event: { test, preview } }: { event: Item<'listEvents'> }) {
  return (
    <>
      {test && <Status value="test" />}
      {preview && <Status value="preview" />}
    </>
  );
}
