/** The fields of an error that cross a port. */
export interface ErrorParts {
  readonly name: string;
  readonly message: string;
  /** Such as ECONNREFUSED. */
  readonly code?: string;
}

/** What `fetchOver` posts. */
export type CallerMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly url: string;
      readonly headers: [string, string][];
      readonly body: Uint8Array<ArrayBuffer> | null;
    }
  /** Asks for one more part of the response body. */
  | { readonly kind: 'pull'; readonly id: number }
  /** Ends the call, at any time. */
  | { readonly kind: 'abort'; readonly id: number; readonly reason: ErrorParts };

/** What `serveFetch` posts. */
export type HandlerMessage =
  | {
      readonly kind: 'head';
      readonly id: number;
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly hasBody: boolean;
    }
  /** The first part of a body is posted unasked, each other part for one `pull`. */
  | { readonly kind: 'part'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly id: number }
  /** Instead of the head, or while the body is read. */
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorParts };
