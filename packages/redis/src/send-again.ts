// node-redis rejects the commands that wait for a reply when their connection breaks. ioredis sends them again itself.
const RESENDS = 2;

/**
 * Sends again when the connection broke before the reply came. Only for operations that may run twice: whether the server
 * has run the first one is not known.
 */
export function sendAgain<T>(send: () => Promise<T>, resends: number = RESENDS): Promise<T> {
  return send().catch((error: unknown) => {
    if (resends === 0 || isErrorReply(error)) throw error;
    return sendAgain(send, resends - 1);
  });
}

/** Whether the server has answered, with an error. Its errors begin with a code in capitals: `OOM command not allowed …`. */
export function isErrorReply(error: unknown, code = '[A-Z]{2,}'): boolean {
  return error instanceof Error && new RegExp(`^${code} `).test(error.message);
}
