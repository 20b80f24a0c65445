import { UsageError } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { type Query, withQuery } from '../../handle/list-page.js';
import type { Connection } from './connect.js';

/** Checks an answer of the service. @throws UsageError when it is not one. */
export async function ask<Schema extends z.ZodType>(
  schema: Schema,
  answer: Promise<unknown>,
): Promise<z.output<Schema>> {
  const { success, data } = schema.safeParse(await answer);
  if (success) return data;
  throw noSandbox();
}

export function noSandbox(): UsageError {
  return new UsageError(
    'this is not an answer of a sandbox of this version. Check --url or SCREENING_URL.',
  );
}

/** Reads a page of a list, newest first. */
export async function askPage<Schema extends z.ZodType>(
  { api }: Connection,
  item: Schema,
  path: string,
  query: Query,
): Promise<readonly z.output<Schema>[]> {
  const page = z.object({ data: z.array(item) });
  return (await ask(page, api('GET', withQuery(path, query)))).data;
}

/** Reads every page of a list, newest first. */
export async function askAll<Schema extends z.ZodType>(
  { api }: Connection,
  item: Schema,
  path: string,
): Promise<readonly z.output<Schema>[]> {
  const page = z.object({ data: z.array(item), nextCursor: z.string().nullable() });
  const items: z.output<Schema>[] = [];
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await ask(
      page,
      api('GET', withQuery(path, { limit: 100, cursor })),
    );
    items.push(...data);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** The answer that tells the time. */
export const Clock = z.object({ mode: z.enum(['real', 'frozen']), now: z.iso.datetime() });

/** The clock of the service. */
export function askClock({ control }: Connection): Promise<z.output<typeof Clock>> {
  return ask(Clock, control('GET', '/_sandbox/clock'));
}

/** Says what makes attempts that are due, if time alone does not. */
export async function frozenNote(connection: Connection): Promise<string> {
  const { mode } = await askClock(connection);
  if (mode !== 'frozen') return '';
  return 'The clock is frozen. To make the attempts that are due: screening-sandbox clock settle\n';
}
