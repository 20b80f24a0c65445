import { createHmac, timingSafeEqual } from 'node:crypto';

const THIRTY_DAYS = 30 * 86_400_000;

/** Signs the addresses of files, which are valid for 30 virtual days. */
export interface FileUrls {
  /** @param from The time from which it is valid. */
  urlOf(origin: string, fileId: string, from: Date): string;
  isValid(fileId: string, query: URLSearchParams, now: Date): boolean;
}

export function fileUrls(secret: string): FileUrls {
  const sign = (fileId: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${fileId}.${expires}`).digest();
  return {
    urlOf(origin, fileId, from) {
      const expires = String(Math.floor((from.getTime() + THIRTY_DAYS) / 1000));
      const signature = sign(fileId, expires).toString('base64url');
      return `${origin}/files/${fileId}?exp=${expires}&sig=${signature}`;
    },
    isValid(fileId, query, now) {
      const expires = query.get('exp') ?? '';
      const given = Buffer.from(query.get('sig') ?? '', 'base64url');
      const expected = sign(fileId, expires);
      const genuine = given.length === expected.length && timingSafeEqual(given, expected);
      return genuine && Number(expires) * 1000 > now.getTime();
    },
  };
}
