/** What the fields of the form hold. Empty: not set. */
export interface FaultDraft {
  readonly kind: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly externalId: string;
  readonly attempt: string;
  readonly operationId: string;
  readonly nth: string;
  readonly times: string;
  readonly probability: string;
  readonly seconds: string;
  readonly count: string;
}

export const newFault: FaultDraft = {
  kind: '',
  endpointId: '',
  eventId: '',
  eventType: '',
  externalId: '',
  attempt: '',
  operationId: '',
  nth: '',
  times: '1',
  probability: '',
  seconds: '',
  count: '',
};

/** The request that sets a fault. What is empty is left out, but for `times`, whose absence has a meaning of its own. */
export function faultOf(draft: FaultDraft): object {
  const { kind, endpointId, eventId, eventType, externalId, operationId } = draft;
  const { attempt, nth, times, probability, seconds, count } = draft;
  return {
    kind,
    match: filled({
      endpointId,
      eventId,
      eventType,
      externalId,
      operationId,
      attempt: numberOf(attempt),
      nth: numberOf(nth),
    }),
    times: numberOf(times) ?? null,
    ...filled({ probability: numberOf(probability) }),
    params: filled({ seconds: numberOf(seconds), count: numberOf(count) }),
  };
}

function numberOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function filled(values: Readonly<Record<string, string | number | undefined>>): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}
