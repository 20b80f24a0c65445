import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { IdLink } from '../../resource/references.js';

export function CausedBy({ event }: { event: Pick<Answer<'getEvent'>, 'requestId'> }) {
  if (event.requestId !== null) return <IdLink to="/requests/$id" id={event.requestId} />;
  return 'Not an API request: a candidate page, a sandbox control, or the service itself';
}

/** {@link CausedBy}, for an event that is not loaded. */
export function CauseOfEvent({ id }: { id: string }) {
  const { data } = useOperation('getEvent', { path: { id } });
  return data ? <CausedBy event={data} /> : '–';
}
