import { useNavigate } from '@tanstack/react-router';
import { Action } from '../../resource/action.js';

/** Orders a report, and then shows it. */
export function OrderReport({
  candidate,
  initial,
}: {
  /** Whom it is about. Without it, the form asks. */
  candidate?: { readonly id: string };
  initial?: object;
}) {
  const navigate = useNavigate();
  return (
    <Action
      operation="createReport"
      look={candidate ? 'plain' : 'primary'}
      on={candidate}
      initial={{ ...initial, ...(candidate ? { candidateId: candidate.id } : {}) }}
      hidden={candidate ? ['candidateId'] : []}
      onDone={({ id }) => void navigate({ to: '/reports/$id', params: { id } })}
    />
  );
}
