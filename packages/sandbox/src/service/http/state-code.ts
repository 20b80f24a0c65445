import { z } from 'zod';
import { stateNames } from './state-names.js';

const message = 'must be the postal code of a state in capitals, such as CA';

/** A state of the USA. Not a list of literals: callers hold their states as strings. */
export const StateCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { message, abort: true })
  .refine((code) => stateNames.has(code), message)
  .meta({ id: 'StateCode', examples: ['CA', 'NY', 'PR'] });
