import type { DocumentVerification } from '@screening-webhooks/core';
import { type CallService, type ListPage, withQuery } from './call-service.js';

/** A document verification as the API returns it: the 17 fields of its events. */
export type SandboxVerification = Omit<DocumentVerification, 'completedAt'> & {
  /** ISO 8601, UTC; null until the verification has ended. */
  readonly completedAt: string | null;
};

/** The body of `POST /v1/document-verifications`. */
export interface NewVerification {
  /** The slug of a configuration of `GET /v1/document-configs`, such as `rn-license`. */
  readonly documentConfigSlug: string;
  /** Two-letter state code. */
  readonly state: string;
  /** Default: the demo integration. */
  readonly integrationId?: string | undefined;
  /** Your own reference. Default: the `verificationId`. */
  readonly externalId?: string | undefined;
  /** Default: a new session. */
  readonly sessionId?: string | undefined;
  /** The fields of the document. The magic value of its main field chooses the outcome. Default `{}`. */
  readonly formData?: Readonly<Record<string, unknown>> | undefined;
  /** The ids of files that were uploaded by `POST /v1/files`, at most 20. */
  readonly fileIds?: readonly string[] | undefined;
  /** Comes back in each event, unread. Default `{}`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Selects verifications that match all of its fields. */
export interface VerificationFilter {
  readonly externalId?: string | undefined;
  readonly integrationId?: string | undefined;
  readonly documentConfigSlug?: string | undefined;
  /** `PENDING`, `PROCESSING`, `VERIFIED`, `FAILED`, `RECORDED` or `CANCELED`. */
  readonly status?: string | undefined;
  /** 1 to 100. Default 25. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Calls of the API with the full-access key. They reject with a `SandboxError` that has the status and the problem. */
export interface SandboxVerifications {
  /** Complete data starts the verification; its work runs as the clock moves. */
  create(verification: NewVerification): Promise<SandboxVerification>;
  /** Rejects with the status 404 when there is none. */
  get(verificationId: string): Promise<SandboxVerification>;
  /** A page of verifications, newest first. */
  list(filter?: VerificationFilter): Promise<ListPage<SandboxVerification>>;
  /** Adds fields and files, and starts a verification that waited for them. */
  submit(
    verificationId: string,
    document?: Pick<NewVerification, 'formData' | 'fileIds'>,
  ): Promise<SandboxVerification>;
  /** Rejects with the status 409 when the verification has ended. */
  cancel(verificationId: string): Promise<SandboxVerification>;
}

const PATH = '/v1/document-verifications';

export function sandboxVerifications(
  call: CallService,
  demoIntegration: string,
): SandboxVerifications {
  const at = (id: string, action = ''): string => `${PATH}/${encodeURIComponent(id)}${action}`;
  // The service's answers have the shapes that its own contract tests check.
  const one = async (...request: Parameters<CallService>): Promise<SandboxVerification> =>
    (await call(...request)) as SandboxVerification;
  return {
    create: (verification) =>
      one('POST', PATH, { integrationId: demoIntegration, ...verification }),
    get: (id) => one('GET', at(id)),
    list: async (filter = {}) =>
      (await call('GET', withQuery(PATH, { ...filter }))) as ListPage<SandboxVerification>,
    submit: (id, document = {}) => one('POST', at(id, '/submit'), { ...document }),
    cancel: (id) => one('POST', at(id, '/cancel')),
  };
}
