/**
 * Sends one notification at a time: what happens meanwhile is covered by the next one. Not part of the transactions that
 * store, because the server commits transactions with a notification one after the other.
 */
export function createNotifier(
  notify: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let sending = false;
  let again = false;

  async function send(): Promise<void> {
    sending = true;
    do {
      again = false;
      await notify().catch(onError);
    } while (again);
    sending = false;
  }

  return () => {
    again = true;
    if (!sending) void send();
  };
}
