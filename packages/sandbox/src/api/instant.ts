import { z } from 'zod';

/** A time in a request, with any offset from UTC. The database has no year 0, to which an offset can lead. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => new Date(text).getUTCFullYear() >= 1, 'must be after the year 0');
