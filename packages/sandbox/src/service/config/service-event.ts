import type { Storage } from './service-config.js';

/**
 * Something that an operator is told. Ids, states and codes of closed lists only: no name, mail address, URL, body, secret or text
 * that a caller has chosen.
 */
export type ServiceEvent =
  | {
      readonly event: 'started';
      readonly storage: Storage['kind'];
      readonly clock: 'real' | 'frozen';
    }
  | { readonly event: 'stopping'; readonly reason: StopReason }
  | { readonly event: 'stopped'; readonly reason: StopReason }
  /** An attempt of a delivery has ended, and its result is stored. */
  | {
      readonly event: 'delivery';
      readonly deliveryId: string;
      readonly endpointId: string;
      readonly attemptId: string;
      /** The number of the attempt of its delivery. */
      readonly number: number;
      readonly trigger: 'scheduled' | 'manual' | 'test' | 'fault';
      readonly outcome: 'succeeded' | 'failed' | 'interrupted';
      /** The status that the delivery has now. */
      readonly status: string;
      /** Null: the receiver has not answered. */
      readonly responseStatus: number | null;
      readonly errorCode: string | null;
      readonly durationMs: number | null;
    }
  | {
      readonly event: 'login';
      readonly by: 'link' | 'password';
      readonly outcome: 'signed_in' | 'refused' | 'rate_limited';
    }
  | {
      readonly event: 'control_refused';
      readonly requestId: string;
      readonly method: string;
      /** The path in the table of controls. Null: there is no such control. */
      readonly control: string | null;
      readonly status: number;
      readonly code: string;
    }
  /** The service itself has failed, and goes on. The messages of its errors may quote what a caller has sent. */
  | {
      readonly event: 'failure';
      /** The error, its cause, and so on. */
      readonly errors: readonly { readonly name: string; readonly code: string | null }[];
      /** The functions that were running, the innermost first. */
      readonly at: readonly string[];
    }
  | { readonly event: 'warning'; readonly code: 'service_not_listed' | 'variable_unused' };

export type StopReason = 'SIGINT' | 'SIGTERM' | 'database_ended';

export type OnEvent = (event: ServiceEvent) => void;
