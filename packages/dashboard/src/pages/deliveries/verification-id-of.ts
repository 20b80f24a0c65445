/** The verification that an event is about, or its external id. Undefined: the body does not say. */
export function verificationIdOf(
  body: string,
  name: 'verificationId' | 'externalId' = 'verificationId',
): string | undefined {
  try {
    const event: { readonly data?: Readonly<Record<string, unknown>> } | null = JSON.parse(body);
    const id = event?.data?.[name];
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}
