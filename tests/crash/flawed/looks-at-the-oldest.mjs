import { blockedLine } from '../scenarios/blocked-line.mjs';
import { smallInbox } from '../small-inbox.mjs';

export const scenario = {
  ...blockedLine(smallInbox({ looksAt: 100 })),
  name: 'blocked line: an inbox that looks at the oldest events only',
  flaw: 'starved',
};
