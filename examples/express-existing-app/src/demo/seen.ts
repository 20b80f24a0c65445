import type { Order, Stage } from './stage.js';

/**
 * The effects of an order: the attempts as the service records them, the status of the delivery if it is not `succeeded`, and
 * the state of the license in the app: `500 failed, 200 processed, license verified`.
 */
export async function seen(stage: Stage, { clinicianId, verification }: Order): Promise<string> {
  const clinician = await stage.clinicians.find(clinicianId);
  const parts = await Promise.all(
    (await stage.sandbox.deliveries.of(verification)).map(async ({ id, status }) => {
      const { data } = await stage.sandbox.api.GET('/v1/webhook-deliveries/{id}', {
        params: { path: { id } },
      });
      const attempts = (data?.attempts ?? []).map(({ responseStatus, responseBody, error }) =>
        responseStatus === null
          ? (error?.code ?? 'no answer')
          : answer(responseStatus, responseBody),
      );
      return [...shortened(attempts), ...(status === 'succeeded' ? [] : [`delivery ${status}`])];
    }),
  );
  return [...parts.flat(), `license ${clinician?.license.status}`].join(', ');
}

/** `200 processed`, `401 signature_mismatch`. */
function answer(status: number, body: string | null): string {
  const parsed: unknown = JSON.parse(body || '{}');
  const { outcome = '', code = outcome } = Object(parsed);
  return `${status} ${code}`.trim();
}

/** `5 × connection_refused`. */
function shortened(attempts: readonly string[]): string[] {
  const [first, ...others] = attempts;
  const same = first !== undefined && others.length > 0 && others.every((one) => one === first);
  return same ? [`${attempts.length} × ${first}`] : [...attempts];
}
