import { z } from 'zod';

/** The states, the District of Columbia and the territories, by their postal codes. */
const stateCodes: ReadonlySet<string> = new Set(
  [
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA',
    'RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI',
  ].flatMap((line) => line.split(' ')),
);
const message = 'must be the postal code of a state in capitals, such as CA';

/** A state of the USA. Not a list of literals: callers hold their states as strings. */
export const StateCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { message, abort: true })
  .refine((code) => stateCodes.has(code), message)
  .meta({ id: 'StateCode', examples: ['CA', 'NY', 'PR'] });
