import {
  type CapturedRequest,
  CaptureFormatError,
  parseCaptureLine,
} from 'screening-webhooks-delivery-input';

/** The deliveries of a capture, or why the text is not a capture. */
export type ReadCaptures =
  | { readonly ok: true; readonly deliveries: readonly CapturedRequest[] }
  | { readonly ok: false; readonly problem: string };

/** Reads a file of `screening-webhooks capture`: a line for each delivery. */
export function readCaptures(text: string): ReadCaptures {
  const deliveries: CapturedRequest[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      deliveries.push(parseCaptureLine(line));
    } catch (error) {
      if (!(error instanceof CaptureFormatError)) throw error;
      const problem = `Line ${index + 1} is not a captured delivery: ${error.message}.`;
      return { ok: false, problem };
    }
  }
  return deliveries.length > 0
    ? { ok: true, deliveries }
    : { ok: false, problem: 'It has no captured delivery.' };
}

/** Names a captured delivery: its place from 1, its time and its answer. */
export function nameOf({ receivedAt, status, code }: CapturedRequest, index: number): string {
  const answer = code === undefined ? status : `${status} ${code}`;
  return `${index + 1}: ${new Date(receivedAt).toISOString()}, answered ${answer}`;
}
