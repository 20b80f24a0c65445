import { asc, eq, inArray } from 'drizzle-orm';
import {
  type DraftDocument,
  documentConfigs,
  documentVerifications,
  integrations,
  tenants,
  verificationSessions,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { IntegrationStatus } from '../../integrations/index.js';
import type { TenantRow } from '../../tenants/index.js';
import type { DocumentConfiguration } from '../records.js';
import type { Session } from '../sessions.js';

type Verification = typeof documentVerifications.$inferSelect;

/** What has become of a document of a session. */
export type DocumentPhase = 'open' | 'checking' | 'verified' | 'recorded' | 'failed' | 'canceled';

const phases = {
  PENDING: 'open',
  PROCESSING: 'checking',
  VERIFIED: 'verified',
  RECORDED: 'recorded',
  FAILED: 'failed',
  CANCELED: 'canceled',
} as const satisfies Record<Verification['status'], DocumentPhase>;

/** A document that can be submitted in a session, or was. */
export interface SessionDocument {
  readonly config: DocumentConfiguration;
  /** The first that waits for its fields and files, else the newest. Undefined: there is none. */
  readonly verification: Verification | undefined;
  readonly phase: DocumentPhase;
  /** Whether it can be entered: it was not sent, or has failed, and the session has not expired. */
  readonly canEnter: boolean;
  readonly draft: DraftDocument | undefined;
}

/** All that the pages of a session show. */
export interface SessionView {
  readonly session: Session;
  readonly tenant: TenantRow;
  readonly integrationStatus: IntegrationStatus;
  readonly isExpired: boolean;
  /** Whether each of the documents is asked for. Else they are those that there are, and people choose. */
  readonly asksForAll: boolean;
  readonly documents: readonly SessionDocument[];
}

/** @param id Of the session. @returns undefined when it is gone. */
export async function sessionView(
  sql: Sql,
  id: string,
  now: Date,
): Promise<SessionView | undefined> {
  const [row] = await sql
    .select({
      session: verificationSessions,
      tenant: tenants,
      integrationStatus: integrations.status,
    })
    .from(verificationSessions)
    .innerJoin(tenants, eq(tenants.id, verificationSessions.tenantId))
    .innerJoin(integrations, eq(integrations.id, verificationSessions.integrationId))
    .where(eq(verificationSessions.id, id));
  if (!row) return undefined;
  const { session } = row;
  const isExpired = session.expiresAt <= now;
  const verifications = await sql
    .select()
    .from(documentVerifications)
    .where(eq(documentVerifications.sessionId, id))
    .orderBy(asc(documentVerifications.seq));
  const configs = await configsOf(sql, session);
  return {
    ...row,
    isExpired,
    asksForAll: session.documentConfigSlugs.length > 0,
    documents: configs.map((config) => {
      const own = verifications.filter((one) => one.documentConfigSlug === config.slug);
      const verification = own.find(({ status }) => status === 'PENDING') ?? own.at(-1);
      const phase = verification ? phases[verification.status] : 'open';
      return {
        config,
        verification,
        phase,
        canEnter: !isExpired && (phase === 'open' || phase === 'failed'),
        draft: session.drafts[config.slug],
      };
    }),
  };
}

/** The configurations of a session, in its order and each once. Without any, it is for all. */
async function configsOf(
  sql: Sql,
  { documentConfigSlugs }: Session,
): Promise<readonly DocumentConfiguration[]> {
  const slugs = [...new Set(documentConfigSlugs)];
  const rows = await sql
    .select()
    .from(documentConfigs)
    .where(slugs.length === 0 ? undefined : inArray(documentConfigs.slug, slugs))
    .orderBy(asc(documentConfigs.seq));
  if (slugs.length === 0) return rows;
  return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
}

/** Whether the pages of a session are shown, or why not. */
export type SessionAccess = 'shown' | 'expired' | 'canceled' | 'archived' | 'closed';

export function accessTo(view: SessionView): SessionAccess {
  const { tenant, integrationStatus, documents, isExpired } = view;
  if (tenant.status !== 'active') return 'closed';
  if (integrationStatus === 'archived') return 'archived';
  if (documents.every(({ phase }) => phase === 'canceled')) return 'canceled';
  // Who has sent everything in time still sees what becomes of it.
  return isExpired && !isAllSent(view) ? 'expired' : 'shown';
}

/** Whether there is nothing left to send. A session that is for all documents never ends by itself. */
export function isAllSent({ asksForAll, documents }: SessionView): boolean {
  return asksForAll && documents.every(wasSent);
}

/** Whether a document was sent. One that failed because its session expired was not. */
export function wasSent({ phase, verification }: SessionDocument): boolean {
  if (phase === 'failed') return verification !== undefined && verification.attemptCount > 0;
  return phase !== 'open';
}
