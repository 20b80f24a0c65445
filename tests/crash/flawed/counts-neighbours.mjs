import { poisonNeighbours } from '../scenarios/poison-neighbours.mjs';
import { smallInbox } from '../small-inbox.mjs';

export const scenario = {
  ...poisonNeighbours(smallInbox({ countsNeighbours: true })),
  name: 'poison neighbours: an inbox that counts a death for all',
  flaw: 'dead letters',
};
