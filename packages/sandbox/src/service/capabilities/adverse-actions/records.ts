import * as tables from '../../db/schema/index.js';
import { tenantResource } from '../../http/resource.js';

export const adverseActionRecords = tenantResource(tables.adverseActions, 'adverse action');
