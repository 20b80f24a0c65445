import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ServiceConfig, Storage } from '../../service/config/service-config.js';
import {
  SESSION_SECONDS,
  type SessionKey,
  type SessionKeyStore,
} from '../../service/login/session-key.js';
import type { Host } from '../host.js';
import { claimFolder, folderFault } from './running-services.js';

type Owned = Pick<Host, 'servicesFolder' | 'userId'>;

const PREFIX = 'session-key-';
const BYTES = 32;
const LIFETIME_MS = SESSION_SECONDS * 1000;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Chooses where a service keeps the key of its sessions.
 *
 * @returns `undefined` if others may use the service, where former sessions do not count, or on PostgreSQL, which keeps them itself.
 */
export function chooseSessionKey(
  owned: Owned,
  { host, publicUrl, password, storage }: ServiceConfig,
): ((port: number) => SessionKeyStore) | undefined {
  const isPrivate = host === undefined && publicUrl === undefined && password === undefined;
  if (!isPrivate || storage.kind === 'postgres') return undefined;
  return (port) => sessionKeyFile(owned, port, storage);
}

/** The file with the key of a port and its data. Used only while this user owns it, others have no access, and it is not too old. */
function sessionKeyFile(
  owned: Owned,
  port: number,
  storage: Exclude<Storage, { kind: 'postgres' }>,
): SessionKeyStore {
  const path = join(owned.servicesFolder, `${PREFIX}${port}-${nameData(storage)}`);
  const read = (): SessionKey | undefined => {
    if (folderFault(owned) !== undefined) return undefined;
    try {
      removeOld(owned);
      return readKey(path, owned);
    } catch {
      return undefined;
    }
  };
  const write = (): SessionKey | undefined => {
    try {
      claimFolder(owned);
      rmSync(path, { force: true });
      writeFileSync(path, randomBytes(BYTES), { mode: 0o600, flag: 'wx' });
    } catch {
      // The start has warned about such a folder. The sessions end with the service.
    }
    return read();
  };
  read();
  return {
    read,
    ensure: () => read() ?? write(),
    remove() {
      try {
        rmSync(path, { force: true });
      } catch (error) {
        if (read()) throw error;
      }
    },
  };
}

/** A name for the data of a service. All data in memory shares one name, whatever its seed. */
function nameData(storage: Exclude<Storage, { kind: 'postgres' }>): string {
  if (storage.kind === 'memory') return 'memory';
  return createHash('sha256').update(realpathSync(storage.path)).digest('hex').slice(0, 32);
}

/** @throws an error of the file system, such as ELOOP for a link. */
function readKey(path: string, { userId }: Owned): SessionKey | undefined {
  // A pipe must not block.
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const isOwn = userId === undefined || (stats.uid === userId && (stats.mode & 0o077) === 0);
    if (!stats.isFile() || stats.size !== BYTES || !isOwn) return undefined;
    const expiresAt = new Date(Math.floor(stats.mtimeMs) + LIFETIME_MS);
    return { secret: readFileSync(file), expiresAt };
  } finally {
    closeSync(file);
  }
}

/** A time in the future counts as old: the clock was set back, so the age is unknown. */
function isOld(madeAtMs: number): boolean {
  const ageMs = Date.now() - Math.floor(madeAtMs);
  return ageMs < 0 || ageMs >= LIFETIME_MS;
}

/** Removes the keys that are too old, also those of other ports. @throws an error of the file system. */
function removeOld({ servicesFolder }: Owned): void {
  for (const name of readdirSync(servicesFolder)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(servicesFolder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats && isOld(stats.mtimeMs)) rmSync(path, { force: true, recursive: true });
  }
}
