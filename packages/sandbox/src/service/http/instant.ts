import { z } from 'zod';
import { noLongerThan } from '../limits/bounded.js';

/** A time in a request, with any offset from UTC. An offset can lead to a year that the database does not take. */
export const Instant = z.iso
  .datetime({ offset: true })
  .check(noLongerThan('time'))
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, 'must be in the years 1 to 9999 of UTC');
