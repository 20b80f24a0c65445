import { z } from 'zod';

/** The states, the District of Columbia and the territories, by their postal codes. */
const stateCodes = [
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA',
  'RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI',
].flatMap((line) => line.split(' '));

/** A state of the USA, such as `CA`. */
export const StateCode = z
  .enum(stateCodes, 'must be the postal code of a state in capitals, such as CA')
  .meta({ id: 'StateCode' });
