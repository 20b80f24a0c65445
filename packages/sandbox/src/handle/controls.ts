import type { CallService } from './call-service.js';

/** A fault to set. */
export interface NewFault {
  /** Such as `bad_signature`, `duplicate`, `slow_body`, `delay` or `http_500`. The README lists them. */
  readonly kind: string;
  /** Which attempts, or calls of the API, it changes. Default: all that its kind can change. */
  readonly match?:
    | {
        readonly endpointId?: string | undefined;
        readonly eventId?: string | undefined;
        readonly eventType?: string | undefined;
        readonly externalId?: string | undefined;
        /** The number of the attempt of its delivery, from 1. */
        readonly attempt?: number | undefined;
        /** For faults of the API: the operation, such as `listDocumentVerifications`. */
        readonly operationId?: string | undefined;
        /** Only the nth that matches otherwise. */
        readonly nth?: number | undefined;
      }
    | undefined;
  /** How often it happens. Default 1; null means without end. */
  readonly times?: number | null | undefined;
  /** From 0 to 1. Whether it happens derives from the option `rng`. Default 1. */
  readonly probability?: number | undefined;
  /** `count` of requests, for `duplicate`, `duplicate_concurrent`, `burst` and `reorder`; `seconds` for `delay` and `latency`. */
  readonly params?:
    | { readonly count?: number | undefined; readonly seconds?: number | undefined }
    | undefined;
}

/** A fault that is set. */
export interface SandboxFault {
  readonly id: string;
  /** Rejects with a `SandboxError` when a reset has removed it. */
  remove(): Promise<void>;
}

/** Events to make. */
export interface NewTrigger {
  /** One of the emitted types, such as `document_verification.completed`. */
  readonly type: string;
  /** `api` orders verifications that end as asked. Default: `direct`, which makes the events at once. */
  readonly via?: 'direct' | 'api' | undefined;
  /** 1 to 100. Default 1. */
  readonly count?: number | undefined;
  /** Default: the demo integration, or the one of `endpointId`. */
  readonly integrationId?: string | undefined;
  /** Direct: default every endpoint that subscribes to the type. */
  readonly endpointId?: string | undefined;
  /** Direct: replaces fields of the record. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Direct: values by path, such as `data.formData.licenseNumber`. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  /** Direct: texts by path. Each takes the type that its field has in the record. */
  readonly setText?: Readonly<Record<string, string>> | undefined;
  /** Direct: paths to remove. */
  readonly unset?: readonly string[] | undefined;
  /** Direct: the kind of a fault of the first attempts. */
  readonly fault?: string | undefined;
  /** With `via: 'api'`. */
  readonly externalId?: string | undefined;
  /** With `via: 'api'`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The events that a trigger has made at once, or the verifications whose events come as the clock moves. */
export interface Triggered {
  readonly events: readonly { readonly id: string; readonly deliveryIds: readonly string[] }[];
  readonly verificationIds: readonly string[];
  /** Edits that may be a mistake, such as a path that the record did not have. Absent if there are none. */
  readonly warnings?: readonly { readonly param: string; readonly message: string }[];
}

/** A saved state. */
export interface SandboxSnapshot {
  /** Returns to this state, any number of times. Attempts in flight are aborted. */
  restore(): Promise<void>;
  /** Frees its memory. */
  remove(): Promise<void>;
}

/** The controls that the real service does not have. They reject with a `SandboxError`. */
export interface SandboxControls {
  /** Sets a fault. */
  fault(fault: NewFault): Promise<SandboxFault>;
  /** Makes events at once, or verifications whose events come as the clock moves. */
  trigger(trigger: NewTrigger): Promise<Triggered>;
  /** Saves the state and the time. */
  snapshot(): Promise<SandboxSnapshot>;
  /** Makes a link that opens the dashboard once, for example to look at the state of a failing test. */
  dashboardUrl(): Promise<string>;
}

export function sandboxControls(call: CallService, demoIntegration: string): SandboxControls {
  let snapshots = 0;
  return {
    async fault(fault) {
      const { id } = (await call('POST', '/_sandbox/faults', { ...fault })) as { id: string };
      return {
        id,
        async remove() {
          await call('DELETE', `/_sandbox/faults/${id}`);
        },
      };
    },
    async trigger(trigger) {
      const target = trigger.endpointId === undefined ? { integrationId: demoIntegration } : {};
      const body = { ...target, ...trigger };
      // The service's answers have the shapes that its own contract tests check.
      const made = (await call('POST', '/_sandbox/trigger', body)) as Partial<Triggered>;
      return { events: [], verificationIds: [], ...made };
    },
    async snapshot() {
      snapshots += 1;
      const name = `code-${snapshots}`;
      await call('POST', '/_sandbox/snapshots', { name });
      return {
        async restore() {
          await call('POST', `/_sandbox/snapshots/${name}/restore`);
        },
        async remove() {
          await call('DELETE', `/_sandbox/snapshots/${name}`);
        },
      };
    },
    async dashboardUrl() {
      const { url } = (await call('POST', '/_sandbox/login-links', {})) as { url: string };
      return url;
    },
  };
}
