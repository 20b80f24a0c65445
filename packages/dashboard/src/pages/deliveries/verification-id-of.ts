/** The verification that an event is about. Undefined: the body does not say. */
export function verificationIdOf(body: string): string | undefined {
  try {
    const event: { readonly data?: { readonly verificationId?: unknown } } | null =
      JSON.parse(body);
    const id = event?.data?.verificationId;
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}
