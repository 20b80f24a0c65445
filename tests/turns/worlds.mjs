import { beginDeliveries, deliveries } from './worlds/deliveries.mjs';
import { documents } from './worlds/documents.mjs';
import { files } from './worlds/files.mjs';
import { beginLists, jobActions, listActions, objects } from './worlds/lists.mjs';
import { pages } from './worlds/pages.mjs';
import { beginRosters, rosters } from './worlds/rosters.mjs';

export const worlds = [
  { name: 'documents', actions: documents },
  { name: 'files', actions: files },
  { name: 'rosters', begin: beginRosters, actions: rosters },
  { name: 'deliveries', begin: beginDeliveries, actions: deliveries },
  { name: 'pages', actions: pages },
  {
    name: 'lists',
    args: ['--retain', '365d', '--clock', '2026-01-01T00:00:00Z'],
    begin: beginLists,
    actions: [...listActions, ...objects, ...jobActions],
  },
];
