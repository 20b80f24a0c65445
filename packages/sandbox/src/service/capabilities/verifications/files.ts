import { createHash, createHmac } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { Hono } from 'hono';
import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { faultOfFileName } from '../../http/forms.js';
import { conflict, invalidField, Problem } from '../../http/problem.js';
import type { WireOf } from '../../http/wire.js';
import { readClock } from '../../kernel/clock.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { isSameText } from '../../kernel/identity.js';
import { figure, limits } from '../../limits/limits.js';
import { hasSsn } from '../candidates/index.js';
import { countBytes, fileRecords, readSignedFile, storeContent, streamContent } from './records.js';
import { UploadedFile } from './wire.js';

const contentTypes = UploadedFile.shape.contentType;

export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Makes room for files that are about to be stored.
 *
 * @returns `false` if the files of the tenant would exceed their limit of bytes. Nothing may be stored then.
 */
export function makeRoom(command: ScopedCommand, added: readonly SentFile[]): Promise<boolean> {
  const bytes = added.reduce((sum, { content }) => sum + content.length, 0);
  return countBytes(command.tx, command.scope, bytes, limits[bound(command)].most);
}

const bound = ({ inMemory }: ScopedCommand) => (inMemory ? 'filesInMemory' : 'files');

/**
 * Stores an uploaded file for the caller's integration.
 *
 * @throws Problem as {@link keepFile}, 409 when the tenant has no room for it.
 */
export async function storeFile(
  command: ScopedCommand,
  file: SentFile,
): Promise<WireOf<typeof UploadedFile>> {
  if (!(await makeRoom(command, [file]))) {
    const detail = `With this file, the files of the tenant would have more than ${figure(bound(command))}. A reset of the sandbox removes them.`;
    const { most } = limits[bound(command)];
    throw conflict({ reason: 'no_room_for_file', facts: { most, unit: 'bytes' } }, detail);
  }
  return keepFile(command, file);
}

/**
 * Stores a file for which {@link makeRoom} has made room.
 *
 * @throws Problem 413 when it is too large, 422 when it is not a PDF, PNG or JPEG, or its name cannot be stored unchanged.
 */
export async function keepFile(
  command: ScopedCommand,
  { name: given, content }: SentFile,
): Promise<WireOf<typeof UploadedFile>> {
  const { most } = limits.file;
  if (content.length > most) {
    throw new Problem('payload_too_large', `The file is larger than ${most} bytes.`, {
      facts: { most, unit: 'bytes' },
    });
  }
  const name = given || 'file';
  refuseFileName(name);
  const contentType = await detectContentType(content);
  if (contentType === undefined) {
    throw invalidField('file', { code: 'unsupported_file_type', facts: {} });
  }
  const id = await command.nextId('file');
  const { integrationId } = command.scope;
  const size = content.length;
  const digest = createHash('sha256').update(content).digest('hex');
  await fileRecords.insert(command, { id, integrationId, name, contentType, size, digest });
  await storeContent(command.tx, id, content);
  const { now } = command;
  return { id, name, contentType, size, createdAt: now, updatedAt: now };
}

/** @throws Problem for a file name that cannot be stored unchanged, or has a full Social Security number. */
export function refuseFileName(name: string): void {
  const fault = faultOfFileName(name);
  if (fault) throw invalidField('file', fault);
  if (!hasSsn(name, '')) return;
  throw invalidField('file', { code: 'full_ssn', facts: { of: 'file_name' } });
}

/** Detects the type of an accepted file from its bytes. Ignores the name and the type that the sender gives. */
export async function detectContentType(
  content: Uint8Array,
): Promise<z.output<typeof contentTypes> | undefined> {
  const type = await fileTypeFromBuffer(content);
  return contentTypes.safeParse(type?.mime).data;
}

const THIRTY_DAYS = 30 * 86_400_000;

export type FileUrls = ReturnType<typeof fileUrls>;

/** Signs the addresses of files, which are valid for 30 virtual days. */
export function fileUrls(secret: string) {
  const sign = (fileId: string, expires: string): string =>
    createHmac('sha256', secret).update(`${fileId}.${expires}`).digest('base64url');
  return {
    /** @param from The time from which it is valid. */
    urlOf(origin: string, fileId: string, from: Date): string {
      const expires = String(Math.floor((from.getTime() + THIRTY_DAYS) / 1000));
      return `${origin}/files/${fileId}?exp=${expires}&sig=${sign(fileId, expires)}`;
    },
    isValid(fileId: string, query: URLSearchParams, now: Date): boolean {
      const expires = query.get('exp') ?? '';
      const genuine = isSameText(sign(fileId, expires), query.get('sig') ?? '');
      return genuine && Number(expires) * 1000 > now.getTime();
    },
  };
}

/** Serves uploaded files to holders of a signed address, as downloads that no browser runs. */
export function serveFiles(sql: Sql, urls: FileUrls, onError: (error: unknown) => void): Hono {
  const app = new Hono();
  app.get('/files/:id', async (c) => {
    const id = c.req.param('id');
    const { now } = await readClock(sql);
    const valid = urls.isValid(id, new URL(c.req.url).searchParams, now);
    const file = valid ? await readSignedFile(sql, id) : undefined;
    if (!file) {
      throw new Problem('resource_not_found', 'This address is invalid or has expired.');
    }
    return c.body(streamContent(sql, file, onError), 200, {
      'content-length': String(file.size),
      'content-type': file.contentType,
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });
  return app;
}
