import * as tables from '../../db/schema/index.js';
import { type RowOf, tenantResource } from '../../http/resource.js';

export const onboardingRecords = tenantResource(tables.onboardings, 'onboarding');
export type OnboardingRow = RowOf<typeof tables.onboardings>;
