import type { DocumentPhase, SessionDocument } from './session-view.js';

/** What the page of a document says first. */
export const resultTitles: Readonly<Record<DocumentPhase, string>> = {
  open: 'Your document is not sent yet',
  checking: 'We are checking it',
  verified: 'Your document is confirmed',
  recorded: 'We have received your document',
  failed: 'We could not confirm your document',
  canceled: 'Your document is not needed any more',
};

/** What became of a document, as its holder understands it. */
export function resultSentence({ phase, verification }: SessionDocument): string {
  switch (phase) {
    case 'open':
      return 'It waits for you.';
    case 'checking':
      return 'We have received it, and ask its issuer whether it is valid.';
    case 'verified':
      return 'Its issuer has confirmed that it is valid.';
    case 'recorded':
      return 'It is stored. Nobody else has to confirm it.';
    case 'failed':
      return `We could not confirm it. ${verification?.errorMessage ?? ''}`.trim();
    case 'canceled':
      return 'The request for it was canceled.';
  }
}
