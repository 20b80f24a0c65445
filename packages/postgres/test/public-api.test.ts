import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as postgres from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(postgres).sort()).toEqual(['postgresStore', 'recordEffect', 'transactional']);
  expect(Object.keys(inbox).sort()).toEqual(['postgresInbox']);
});
