import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ServiceDescription } from '../../service/config/service-config.js';
import type { Host } from '../host.js';

type Owned = Pick<Host, 'servicesFolder' | 'userId'>;
type State = 'missing' | 'own' | keyof typeof faults;

const faults = {
  foreign: 'belongs to another user',
  notFolder: 'is a link or a file, not a folder',
  open: 'is open to other users',
} as const;

/** The cure for a folder that this user cannot use. */
const OTHER_FOLDER =
  'Set XDG_RUNTIME_DIR to a folder of your own for the service and the commands, or set SCREENING_URL, SCREENING_API_KEY and SCREENING_CONTROL_TOKEN for the commands.';

/** Says why the services in the folder are ignored, and the cure. `undefined` if they are not, or the folder does not exist. */
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

export function isOwnFile(path: string, { userId }: Owned): boolean {
  const stats = lstatSync(path);
  return stats.isFile() && (userId === undefined || stats.uid === userId);
}

// Root may change the mode of any folder, so the owner is checked first.
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

/** Closes a folder of this user to others, and empties it, because they could have written its files. */
function close(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name), { recursive: true });
    } catch {
      // Files of another user are ignored anyway.
    }
  }
}

const RunningService = z.object({
  /** On this machine. */
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  publicUrl: z.url().optional(),
  /** Without it, the environment must have the key. */
  key: z.string().optional(),
  controlToken: z.string(),
  integrationId: z.string(),
  endpointId: z.string().optional(),
  // 0 and negative numbers mean process groups.
  pid: z.int().positive(),
});
export type RunningService = z.output<typeof RunningService>;

interface Announcement {
  readonly forwardTo?: string | undefined;
  /** Called with a sentence when the other commands cannot find the service. It runs all the same. */
  readonly warn: (sentence: string) => void;
}

/** Lets the other commands of this user find the service. Returns a function that withdraws it. */
export function announceService(
  host: Host,
  service: ServiceDescription,
  { forwardTo, warn }: Announcement,
): () => void {
  const { localUrl, keys, controlToken, integrationId, endpoints } = service;
  const url = localUrl ?? service.url;
  const file = join(host.servicesFolder, `${new URL(url).port}.json`);
  const announced: RunningService = {
    url,
    publicUrl: localUrl === undefined ? undefined : service.url,
    key: keys.full,
    controlToken,
    integrationId,
    endpointId: endpoints.find((endpoint) => endpoint.url === forwardTo)?.id,
    pid: process.pid,
  };
  try {
    claimFolder(host);
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(announced), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`the other commands cannot find this service: ${reason}. ${OTHER_FOLDER}`);
    return () => {};
  }
  return () => {
    try {
      rmSync(file, { force: true });
    } catch {
      // The disk is read-only by now. The file is of no use once this process has ended.
    }
  };
}

/** The services that this user has announced and whose process is alive. */
export function runningServices(host: Host): readonly RunningService[] {
  if (folderFault(host) !== undefined) return [];
  let names: readonly string[];
  try {
    names = readdirSync(host.servicesFolder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const service = readService(join(host.servicesFolder, name), host);
    return service && isAlive(service.pid) ? [service] : [];
  });
}

function readService(file: string, host: Host): RunningService | undefined {
  try {
    if (!isOwnFile(file, host)) return undefined;
    return RunningService.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    // Half written, or already withdrawn.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
