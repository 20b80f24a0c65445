import { thawAndComplete } from '../scenarios/thaw-and-complete.mjs';
import { smallInbox } from '../small-inbox.mjs';

export const scenario = {
  ...thawAndComplete(smallInbox({ ignoresTokens: true })),
  name: 'thaw and complete: an inbox that lets any worker end an event',
  flaw: 'overlapping',
};
