import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@screening-webhooks/terminal';
import { isRecord } from '../../sandbox/is-record.js';
import type { ServiceDescription } from '../../service-description.js';

/** How to call a service that was started on this machine. Without its key, the environment has to name one. */
export interface RunningService {
  /** On this machine. */
  readonly url: string;
  /** The address that others use, if it has one. */
  readonly publicUrl?: string;
  readonly key: string;
  readonly controlToken: string;
  readonly integrationId: string;
}

/**
 * Lets the other commands of this user find the service.
 *
 * @returns what withdraws it.
 * @throws UsageError when the folder cannot be written.
 */
export function announceService(folder: string, service: ServiceDescription): () => void {
  const { localUrl, keys, controlToken, integrationId } = service;
  const url = localUrl ?? service.url;
  const file = join(folder, `${new URL(url).port}.json`);
  const announced: RunningService = {
    url,
    ...(localUrl === undefined ? {} : { publicUrl: service.url }),
    key: keys.full ?? '',
    controlToken,
    integrationId,
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // It may be another user's, and then this fails.
    chmodSync(folder, 0o700);
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ ...announced, pid: process.pid }), { mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the other commands could not find the service: ${reason}.`);
  }
  return () => rmSync(file, { force: true });
}

/** The services that were announced and whose process lives. */
export function runningServices(folder: string): readonly RunningService[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const service = readService(join(folder, name));
    return service && isAlive(service.pid) ? [service] : [];
  });
}

function readService(file: string): (RunningService & { readonly pid: number }) | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(parsed)) return undefined;
    const { url, publicUrl, key, controlToken, integrationId, pid } = parsed;
    if (typeof pid !== 'number' || typeof url !== 'string') return undefined;
    return {
      url,
      ...(typeof publicUrl === 'string' ? { publicUrl } : {}),
      key: String(key),
      controlToken: String(controlToken),
      integrationId: String(integrationId),
      pid,
    };
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
