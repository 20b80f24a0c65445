import { faults } from '@screening-webhooks/testing/faults';

/** The faults that an app is tried with. A slow body takes two seconds, and is tried on the receivers of all adapters. */
export const quickFaults = faults.filter(({ kind }) => kind !== 'slow_body');
