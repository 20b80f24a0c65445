import { UsageError } from 'screening-webhooks-terminal';
import type { ServiceConfig, Storage } from '../../service/config/service-config.js';
import type { Host } from '../host.js';

type Environment = Host['env'];

/**
 * Where the service keeps its state: on PostgreSQL where the environment names a database, in a folder, or in memory.
 *
 * @throws UsageError when the options contradict the environment.
 */
export function chooseStorage(
  { data, controls }: { readonly data?: string; readonly controls?: true },
  { SCREENING_DATABASE_URL: url = '' }: Environment,
): Storage {
  if (url === '') {
    if (controls) {
      throw new UsageError(
        '--controls is for SCREENING_DATABASE_URL. Otherwise they are always there.',
      );
    }
    return data === undefined ? { kind: 'memory' } : { kind: 'folder', path: data };
  }
  if (data !== undefined) {
    throw new UsageError(
      '--data: SCREENING_DATABASE_URL is set as well, and the state is in one place. Unset one of them.',
    );
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    return { kind: 'postgres', url, controls: controls ?? false };
  }
  throw new UsageError(
    'SCREENING_DATABASE_URL: expected postgres://user:password@host:port/database.',
  );
}

/** A line that says that the app's database is not the service's. Empty where the user has said where the state is. */
export function unusedVariable({ kind }: Storage, { DATABASE_URL = '' }: Environment): string {
  if (kind !== 'memory' || DATABASE_URL === '') return '';
  return 'DATABASE_URL is not used. Set SCREENING_DATABASE_URL to keep the state in PostgreSQL.\n';
}

/** The key of the environment. Keys of other storages than PostgreSQL are derived or new. */
export function readApiKey(
  { kind }: Storage,
  { SCREENING_API_KEY: key = '' }: Environment,
): Pick<ServiceConfig, 'apiKey'> {
  if (kind !== 'postgres' || key === '') return {};
  if (/^bss_full_[0-9A-Za-z]{24,200}$/.test(key)) return { apiKey: key };
  throw new UsageError(
    'SCREENING_API_KEY: expected bss_full_ and at least 24 letters and digits, such as bss_full_$(openssl rand -hex 20).',
  );
}
