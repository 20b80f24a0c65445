import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ServiceDescription } from '../../service/config/service-description.js';
import type { Host } from '../host.js';
import { claimFolder, folderFault, isOwnFile, OTHER_FOLDER } from './services-folder.js';

/** How to call a service that was started on this machine. */
const RunningService = z.object({
  /** On this machine. */
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  /** The address that others use, if it has one. */
  publicUrl: z.url().optional(),
  /** Without it, the environment has to name one. */
  key: z.string().optional(),
  controlToken: z.string(),
  integrationId: z.string(),
  /** The endpoint of `--forward-to`. */
  endpointId: z.string().optional(),
  // 0 and negative ones are groups of processes.
  pid: z.int().positive(),
});
export type RunningService = z.output<typeof RunningService>;

/** The additions of a start to the description of its service. */
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

/** The services that this user has announced and whose process lives. */
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
