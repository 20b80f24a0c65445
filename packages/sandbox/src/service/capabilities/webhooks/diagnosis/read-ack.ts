import { z } from 'zod';

const Ack = z.object({ outcome: z.string(), code: z.string().optional() });

/** The answers of the toolkit are shorter. */
const LONGEST = 1000;

/** The answer of a receiver of the toolkit: the outcome, and the code of a refusal. `undefined` for any other answer. */
export function readAck(body: string | null): z.output<typeof Ack> | undefined {
  if (body === null || body.length > LONGEST) return undefined;
  try {
    return Ack.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
