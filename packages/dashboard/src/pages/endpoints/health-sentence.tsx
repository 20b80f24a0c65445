import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';

/** How the last attempts of an endpoint went. */
export function HealthSentence({
  health: { failuresInARow, lastSuccessAt, lastFailureAt },
}: Pick<Answer<'getWebhookEndpoint'>, 'health'>) {
  if (lastSuccessAt === null && lastFailureAt === null) return <>Nothing was attempted yet.</>;
  const lastSuccess =
    lastSuccessAt === null ? (
      'No attempt has succeeded yet.'
    ) : (
      <>
        The last success was <Countdown to={lastSuccessAt} />.
      </>
    );
  if (failuresInARow === 0 || lastFailureAt === null) return lastSuccess;
  return (
    <>
      {failuresInARow === 1
        ? 'The last attempt failed, '
        : `The last ${failuresInARow} attempts failed, the latest `}
      <Countdown to={lastFailureAt} />. {lastSuccess}
    </>
  );
}
