import { UsageError } from './usage-error.js';

/** Ctrl-C, before a command had begun its work. There is nothing to summarize. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Makes `readInput` of a terminal from a function that reads all of its standard input. */
export function readOnce(read: () => Promise<Uint8Array>): (option: string) => Promise<Uint8Array> {
  let taker: string | undefined;
  return async (option) => {
    if (taker !== undefined) {
      const both = taker === option ? `${option} twice reads` : `${taker} and ${option} both read`;
      throw new UsageError(`${both} standard input, which can be read once; name a file for one.`);
    }
    taker = option;
    return read();
  };
}
