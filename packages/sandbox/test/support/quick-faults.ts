import { faults } from '@screening-webhooks/testing/faults';

/** The faults for tests of apps. A slow body takes two seconds, and is tested with the receivers of all adapters. */
export const quickFaults = faults.filter(({ kind }) => kind !== 'slow_body');
