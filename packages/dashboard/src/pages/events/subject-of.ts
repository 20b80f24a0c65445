interface Subject {
  readonly id: string;
  readonly isVerification: boolean;
}

/** The object that the data of an event is about. Undefined: the data does not say. */
export function subjectOf({
  verificationId,
  id,
}: Readonly<Record<string, unknown>>): Subject | undefined {
  if (isId(verificationId)) return { id: verificationId, isVerification: true };
  return isId(id) ? { id, isVerification: false } : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
