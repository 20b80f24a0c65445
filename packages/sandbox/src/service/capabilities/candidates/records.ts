import * as tables from '../../db/schema/index.js';
import { type RowOf, tenantResource } from '../../http/resource.js';

export const candidateRecords = tenantResource(tables.candidates, 'candidate');
export type CandidateRow = RowOf<typeof tables.candidates>;
