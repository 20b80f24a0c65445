// The parts that are read, so that nobody needs a package of types. The types of @types/aws-lambda are accepted as they are.

/**
 * An event of an API Gateway REST API, of an HTTP API with payload format 1.0, or of a load balancer. Header names have
 * the case in which they were sent, and `headers` has the last value of a header that was repeated.
 */
export interface LambdaEventV1 {
  readonly httpMethod: string;
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueHeaders?:
    | Readonly<Record<string, readonly string[] | undefined>>
    | null
    | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
  readonly requestContext?:
    | {
        /** When the gateway got the request, in milliseconds since the epoch. */
        readonly requestTimeEpoch?: number | undefined;
        /** Set by a load balancer. */
        readonly elb?: unknown;
      }
    | undefined;
}

/** An event of a function URL, or of an API Gateway HTTP API with payload format 2.0. Repeated headers are joined by commas. */
export interface LambdaEventV2 {
  readonly requestContext: {
    readonly http: { readonly method: string };
    /** When the gateway got the request, in milliseconds since the epoch. */
    readonly timeEpoch?: number | undefined;
  };
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/** An HTTP request as Lambda passes it to a function. */
export type LambdaEvent = LambdaEventV1 | LambdaEventV2;

/** An event as it is read: JavaScript, a wrong trigger or middleware may have put anything into any part. */
export interface GivenEvent {
  readonly httpMethod?: unknown;
  readonly headers?: unknown;
  readonly multiValueHeaders?: unknown;
  readonly body?: unknown;
  readonly isBase64Encoded?: unknown;
  readonly requestContext?:
    | {
        readonly http?: { readonly method?: unknown };
        readonly timeEpoch?: unknown;
        readonly requestTimeEpoch?: unknown;
        readonly elb?: unknown;
      }
    | undefined;
}

/** The part of a function's context that is read. */
export interface LambdaContext {
  /** Milliseconds until Lambda ends the invocation. */
  getRemainingTimeInMillis(): number;
}

/** The answer of a function, for both versions of the event. It has one of the two forms of headers. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers?: Record<string, string>;
  /** For a load balancer that passes `multiValueHeaders` alone: it reads nothing else. */
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

/** `framework` of handlers and resolvers. */
export interface LambdaFramework<Event extends LambdaEvent = LambdaEvent> {
  readonly event: Event;
  /** Undefined where a test calls the function without one. */
  readonly context: LambdaContext | undefined;
}
