import type { Client } from 'pg';

/** The name of a database and its server: `screening at db.example:5432`. Without the password. */
export function nameDatabase({ host, port, database }: Client): string {
  return `${database} at ${host}:${port}`;
}
