import * as tables from '../../db/schema/index.js';
import { integrationResource } from '../../http/resource.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');
