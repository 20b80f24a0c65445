import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../host.js';

type Owned = Pick<Host, 'servicesFolder' | 'userId'>;
type State = 'missing' | 'own' | keyof typeof faults;

const faults = {
  foreign: 'belongs to another user',
  notFolder: 'is a link or a file, not a folder',
  open: 'is open to other users',
} as const;

/** The cure for a folder that this user cannot use. */
export const OTHER_FOLDER =
  'Set XDG_RUNTIME_DIR to a folder of your own for the service and the commands, or set SCREENING_URL, SCREENING_API_KEY and SCREENING_CONTROL_TOKEN for the commands.';

/** Says why the services in the folder do not count, and the cure. Undefined: they count, or there is no such folder. */
export function folderFault(host: Owned): string | undefined {
  const state = readState(host);
  if (state === 'own' || state === 'missing') return undefined;
  const cure = state === 'open' ? 'The next start of a service closes it.' : OTHER_FOLDER;
  return `${host.servicesFolder} ${faults[state]}. ${cure}`;
}

/** Makes the folder, or closes it to other users. @throws Error when it is not this user's own. */
export function claimFolder(host: Owned): void {
  const { servicesFolder: folder } = host;
  const before = readState(host);
  if (before === 'missing') mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (before === 'open') close(folder);
  const state = readState(host);
  if (state === 'missing') throw new Error(`${folder} cannot be made`);
  if (state !== 'own') throw new Error(`${folder} ${faults[state]}`);
}

/** Whether a path is a file that this user has made. */
export function isOwnFile(path: string, { userId }: Owned): boolean {
  const stats = lstatSync(path);
  return stats.isFile() && (userId === undefined || stats.uid === userId);
}

// Root may change the mode of any folder, so the owner counts first.
function readState({ servicesFolder, userId }: Owned): State {
  let stats: Stats;
  try {
    stats = lstatSync(servicesFolder);
  } catch {
    return 'missing';
  }
  if (!stats.isDirectory()) return 'notFolder';
  if (userId === undefined) return 'own';
  if (stats.uid !== userId) return 'foreign';
  return (stats.mode & 0o077) === 0 ? 'own' : 'open';
}

/** Closes a folder of this user to others, and empties it, because they could have written what it holds. */
function close(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name), { recursive: true });
    } catch {
      // Files of another user do not count.
    }
  }
}
