import * as tables from '../../db/schema/index.js';
import { tenantResource } from '../../http/resource.js';

export const onboardingRecords = tenantResource(tables.onboardings, 'onboarding');
