import type { SessionDocument } from './session-view.js';

/** The title of the page of a document, and a sentence for its holder. */
const results: Readonly<Record<SessionDocument['status'], readonly [string, string]>> = {
  PENDING: ['Your document is not sent yet', 'It waits for you.'],
  PROCESSING: [
    'We are checking it',
    'We have received it, and ask its issuer whether it is valid.',
  ],
  VERIFIED: ['Your document is confirmed', 'Its issuer has confirmed that it is valid.'],
  RECORDED: ['We have received your document', 'It is stored. Nobody else has to confirm it.'],
  FAILED: ['We could not confirm your document', 'We could not confirm it.'],
  CANCELED: ['Your document is not needed any more', 'The request for it was canceled.'],
};

/** The result of a document, as its holder understands it. */
export function describeResult({ status, verification }: SessionDocument) {
  const [title, sentence] = results[status];
  return { title, sentence: `${sentence} ${verification?.errorMessage ?? ''}`.trim() };
}
