import { sqsQueue } from '../aws-inbox.mjs';
import { thawAndComplete } from '../scenarios/thaw-and-complete.mjs';

const queue = sqsQueue();
const withoutOrder = {
  ...queue,
  open: (port, { orderBy: _orderBy, ...options }) => queue.open(port, options),
};

export const scenario = {
  ...thawAndComplete(withoutOrder),
  name: 'thaw and complete: sqsInbox without orderBy',
  flaw: 'overlapping',
};
