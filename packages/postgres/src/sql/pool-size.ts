import { isRecord } from './is-record.js';

/** The most connections that a `pg` Pool or a `postgres` sql function opens. Undefined: the client does not tell. */
export function poolSize(client: object): number | undefined {
  const options: unknown = Reflect.get(client, 'options');
  const max = isRecord(options) ? Number(options['max']) : Number.NaN;
  return max > 0 ? max : undefined;
}
