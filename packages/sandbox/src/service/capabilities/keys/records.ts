import * as tables from '../../db/schema/index.js';
import { integrationResource, type RowOf } from '../../http/resource.js';

export const keyRecords = integrationResource(tables.apiKeys, 'API key');
export type KeyRow = RowOf<typeof tables.apiKeys>;
