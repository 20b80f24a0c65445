import { eq } from 'drizzle-orm';
import { importStatuses } from '../../src/service/capabilities/bulk-import/records.js';
import { candidateStatuses } from '../../src/service/capabilities/candidates/states.js';
import { invitationStatuses } from '../../src/service/capabilities/invitations/states.js';
import { tenantStatuses } from '../../src/service/capabilities/tenants/states.js';
import { verificationStatuses } from '../../src/service/capabilities/verifications/records.js';
import { deliveryStatuses } from '../../src/service/capabilities/webhooks/delivery-records.js';
import {
  bulkImports,
  candidates,
  documentVerifications,
  invitations,
  reports,
  tenants,
  webhookDeliveries,
} from '../../src/service/db/schema/index.js';
import { act, openAction } from './adverse-actions.js';
import { considerReport } from './consider-report.js';
import { invite } from './invite.js';
import { createEndpoint } from './orders.js';
import { provision } from './provision.js';
import { addPackage, createCandidate, orderReport, type ReportOrder } from './reports.js';
import { roleOf } from './role-of.js';
import type { TestService } from './service.js';
import { smallRoster, uploadRoster } from './upload-roster.js';

type Json = Readonly<Record<string, unknown>>;

/** Makes a new object in a state, and returns its id. */
export type MakeObject = () => Promise<string>;

/** Functions that make an object in each state, by collection and state. */
export function objectsInStates(
  service: TestService,
): Readonly<Record<string, Readonly<Record<string, MakeObject>>>> {
  const { send, sql, description } = service;

  async function created(path: string, body: Json): Promise<string> {
    return String((await send('POST', path, body))['id']);
  }

  async function pendingVerification(): Promise<string> {
    const { integrationId } = description;
    const body = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
    return String((await send('POST', '/v1/document-verifications', body))['verificationId']);
  }

  async function uploadedImport(): Promise<string> {
    const { id } = await roleOf(sql, 'registered-nurse');
    return String((await uploadRoster(service, smallRoster, `?roleId=${id}`))['id']);
  }

  async function testDelivery(): Promise<string> {
    const { id } = await createEndpoint(service, 'http://localhost:9/');
    const eventType = 'document_verification.completed';
    return created(`/v1/webhook-endpoints/${id}/test`, { eventType });
  }

  const reportOf = async (order: ReportOrder = {}) => (await orderReport(service, order)).id;
  const newEndpoint = async () => (await createEndpoint(service, 'http://localhost:9/')).id;
  const newIntegration = () => created('/v1/integrations', { name: 'Other' });
  const newRole = () => created('/v1/roles', { name: 'Driver', requirements: [] });
  const newKey = () => created('/v1/api-keys', { label: 'CI', scope: 'full_access' });
  let configs = 0;
  const newConfig = async () => {
    configs += 1;
    const [checkTypeSlug, fields] = ['certification', [{ key: 'number' }]];
    const body = { slug: `own-${configs}`, name: 'Own', checkTypeSlug, fields };
    return String((await send('POST', '/v1/document-configs', body))['slug']);
  };
  let packages = 0;
  const newPackage = () => {
    packages += 1;
    return addPackage(sql, `pkg_test${packages}`, ['ssn-trace']);
  };

  /** Makes an object with `make`, then sends another request for it. */
  const then = (method: string, make: MakeObject, path: (id: string) => string) => async () => {
    const id = await make();
    await send(method, path(id));
    return id;
  };

  const newAction = async (...actions: readonly (readonly [string, Json?])[]) => {
    const { id } = await openAction(service);
    for (const [action, body] of actions) {
      await send('POST', `/v1/adverse-actions/${id}/${action}`, body);
    }
    return id;
  };
  const afterTheWait = async () => {
    const id = await newAction(['reschedule', { at: null }]);
    await service.control('/clock', { advance: '9d' });
    return id;
  };
  const dispute = ['dispute', { statement: 'Not me.' }] as const;

  /** A report on which a decision was made. */
  const decided = (decision: Json) => async () => {
    const report = await considerReport(service);
    await send('POST', `/v1/reports/${report.id}/adjudicate`, decision);
    return report.id;
  };

  return {
    '/v1/document-verifications': each(verificationStatuses, async (status) => {
      const id = await pendingVerification();
      await sql
        .update(documentVerifications)
        .set({ status })
        .where(eq(documentVerifications.id, id));
      return id;
    }),
    '/v1/document-configs': { custom: newConfig, fixed: async () => 'rn-license' },
    '/v1/integrations': {
      active: newIntegration,
      archived: then('DELETE', newIntegration, (id) => `/v1/integrations/${id}`),
    },
    '/v1/webhook-endpoints': {
      active: newEndpoint,
      paused: then('POST', newEndpoint, (id) => `/v1/webhook-endpoints/${id}/pause`),
    },
    '/v1/webhook-deliveries': {
      ...each(deliveryStatuses, async (status) => {
        const id = await testDelivery();
        const changes = { status, nextAttemptAt: null };
        await sql.update(webhookDeliveries).set(changes).where(eq(webhookDeliveries.id, id));
        return id;
      }),
      'to be replayed': async () => {
        const id = await testDelivery();
        await service.control('/clock', { settle: true });
        await send('POST', `/v1/webhook-deliveries/${id}/replay`);
        return id;
      },
    },
    '/v1/candidates': each(candidateStatuses, async (status) => {
      const id = await createCandidate(service);
      await sql.update(candidates).set({ status }).where(eq(candidates.id, id));
      return id;
    }),
    '/v1/invitations': each(invitationStatuses, async (status) => {
      const id = String((await invite(service)).invitation['id']);
      await sql.update(invitations).set({ status }).where(eq(invitations.id, id));
      return id;
    }),
    '/v1/reports': {
      pending: () => reportOf({ candidate: { dateOfBirth: undefined } }),
      in_progress: () => reportOf(),
      suspended: async () => {
        const id = await reportOf({ lastName: 'Suspended' });
        await service.control('/clock', { advance: '1m' });
        return id;
      },
      complete: async () => (await considerReport(service)).id,
      disputed: async () => {
        const { id, report } = await openAction(service);
        await act(service, id, ...dispute);
        return report.id;
      },
      canceled: then('POST', reportOf, (id) => `/v1/reports/${id}/cancel`),
      clear: async () => {
        const { id } = await considerReport(service);
        await sql.update(reports).set({ result: 'clear' }).where(eq(reports.id, id));
        return id;
      },
      engaged: decided({ decision: 'engage' }),
      'in an adverse action': async () => (await openAction(service)).report.id,
      'after an adverse action': async () => {
        const { id, report } = await openAction(service);
        await service.control('/clock', { advance: '9d' });
        await act(service, id, 'final-notice');
        return report.id;
      },
    },
    '/v1/adverse-actions': {
      'pre-notice': () => newAction(),
      'after the waiting period': afterTheWait,
      'dispute-open': () => newAction(dispute),
      'dispute-resolved': async () => {
        const id = await afterTheWait();
        await act(service, id, ...dispute);
        await act(service, id, 'resolve-dispute', { outcome: 'accurate' });
        return id;
      },
      completed: async () => {
        const id = await afterTheWait();
        await act(service, id, 'final-notice');
        return id;
      },
      canceled: () => newAction(['cancel']),
    },
    '/v1/bulk-imports': each(importStatuses, async (status) => {
      const id = await uploadedImport();
      await sql.update(bulkImports).set({ status }).where(eq(bulkImports.id, id));
      return id;
    }),
    '/v1/packages': {
      active: newPackage,
      archived: then('DELETE', newPackage, (id) => `/v1/packages/${id}`),
    },
    '/v1/roles': {
      active: newRole,
      archived: then('DELETE', newRole, (id) => `/v1/roles/${id}`),
    },
    '/v1/api-keys': {
      active: newKey,
      revoked: then('POST', newKey, (id) => `/v1/api-keys/${id}/revoke`),
    },
    '/v1/partner/tenants': each(tenantStatuses, async (status) => {
      const { tenantId } = await provision(service);
      await sql.update(tenants).set({ status }).where(eq(tenants.id, tenantId));
      return tenantId;
    }),
  };
}

function each<Status extends string>(
  statuses: readonly Status[],
  make: (status: Status) => Promise<string>,
): Readonly<Record<string, MakeObject>> {
  return Object.fromEntries(statuses.map((status) => [status, () => make(status)]));
}
