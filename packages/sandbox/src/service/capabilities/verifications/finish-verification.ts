import type { Sql } from '../../db/sql.js';
import { transition, transitionAll } from '../../http/state-machine.js';
import { toWire } from '../../http/wire.js';
import { type Command, unschedule } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { candidateRecords, candidateToWire } from '../candidates/index.js';
import { integrationRecords, RelatedIntegration } from '../integrations/index.js';
import { reportRecords, reportWithObjects } from '../reports/index.js';
import { emitEvents } from '../webhooks/index.js';
import {
  changeVerifications,
  lockPendingAmong,
  openSessions,
  pendingVerifications,
  type VerificationRow,
  verificationRecords,
} from './records.js';
import { verificationStates } from './states.js';
import { configToWire, verificationToWire } from './wire.js';

export type VerificationEnd =
  | { readonly action: 'confirm'; readonly disciplineOnFile?: true | undefined }
  | { readonly action: 'deny' | 'expire'; readonly message: string }
  | { readonly action: 'record' };

const eventTypes = {
  confirm: 'document_verification.completed',
  deny: 'document_verification.failed',
  expire: 'document_verification.failed',
  record: 'document_verification.recorded',
} as const;

const YEAR = 365 * 86_400_000;

export interface Ending {
  readonly row: VerificationRow;
  readonly end: VerificationEnd;
  readonly attemptCount: number;
}

/** Ends verifications and emits their events, in the given order. @throws Problem when the status of one forbids it. */
export async function finishVerifications(
  command: Command,
  endings: readonly Ending[],
): Promise<void> {
  const { tx, now } = command;
  if (endings.length === 0) return;
  const changed = endings.map(({ row, end, attemptCount }) => {
    const changes = transition(verificationStates, end.action, row, {
      attemptCount,
      completedAt: now,
      errorMessage: 'message' in end ? end.message : null,
      formData:
        end.action === 'confirm'
          ? { ...row.formData, ...confirmedFields(row, now, end.disciplineOnFile) }
          : row.formData,
    });
    return { row, changes };
  });
  await unschedule(
    tx,
    changed.map(({ row }) => row.id),
  );
  const ended = await verificationRecords.saveAll(command, changed);
  await emitEvents(
    command,
    zip(endings, ended).map(([{ end }, row]) => ({
      type: eventTypes[end.action],
      tenantId: row.tenantId,
      integrationId: row.integrationId,
      subjectId: row.id,
      requestId: row.requestId,
      data: verificationToWire(row, command),
      related: () => relatedObjects(tx, row),
    })),
  );
}

function confirmedFields(
  { formData }: VerificationRow,
  now: Date,
  disciplineOnFile: true | undefined,
): Readonly<Record<string, unknown>> {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return {
    licenseStatus: 'active',
    issuedOn: formData['issuedOn'] ?? day(now.getTime() - 2 * YEAR),
    expiresOn: formData['expiresOn'] ?? day(now.getTime() + YEAR),
    ...(disciplineOnFile ? { disciplineOnFile } : {}),
  };
}

type References = Pick<VerificationRow, 'tenantId' | 'integrationId' | 'config'> &
  Partial<Pick<VerificationRow, 'candidateId' | 'reportId'>>;

/** `related` of an event of a document verification (spec section 6, rule 5): the objects that it refers to, as they are now. */
export async function relatedObjects(
  tx: Sql,
  { tenantId, integrationId, config, candidateId, reportId }: References,
): Promise<object> {
  const tenant = { tenantId, integrationId: null };
  const integration = await integrationRecords.find(tx, tenant, integrationId);
  const candidate = candidateId && (await candidateRecords.find(tx, tenant, candidateId));
  const report = reportId && (await reportRecords.find(tx, tenant, reportId));
  return {
    integration: toWire(RelatedIntegration, integration),
    documentConfig: configToWire(config),
    ...(candidate ? { candidate: candidateToWire(candidate) } : {}),
    ...(report ? await reportWithObjects(tx, report) : {}),
  };
}

/** Cancels verifications whose rows are locked. */
export async function cancelVerifications(
  command: Command,
  rows: readonly Pick<VerificationRow, 'id' | 'status'>[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const changes = { completedAt: command.now };
  await unschedule(command.tx, ids);
  await changeVerifications(
    command,
    ids,
    transitionAll(verificationStates, 'cancel', rows, changes),
  );
}

/** Verifications and sessions that wait for a tenant or its candidates, and end with the tenant. */
export const waitingVerifications = [
  {
    ...pendingVerifications,
    end: async (command: Command, ids: readonly string[]) =>
      cancelVerifications(command, await lockPendingAmong(command.tx, ids)),
  },
  // A session has no state of its own: its page is closed, so nothing is left that could expire.
  {
    ...openSessions,
    end: ({ tx }: Command, ids: readonly string[]) => unschedule(tx, ids, 'session_expiry'),
  },
];
