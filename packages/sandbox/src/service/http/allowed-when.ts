/** For properties of an object, the values with which an operation on it is allowed. All of them must fit. */
export type AllowedWhen = Readonly<Record<string, readonly (string | boolean | null)[]>>;

/** What the document says about when an operation on an object is allowed. It is taken from the state table of the object. */
export interface Allowance {
  /** Else the answer is 409. */
  readonly allowedWhen?: AllowedWhen;
  /** Where it depends on the body: by a field of the body and its value. */
  readonly allowedFor?: Readonly<Record<string, Readonly<Record<string, AllowedWhen>>>>;
  /** The property of the object that says from when on it is allowed. Before, the answer is 409; null: at any time. */
  readonly notBefore?: string;
  /** For fields of the body that are times, the property that says which is the earliest. Before, the answer is 409. */
  readonly earliest?: Readonly<Record<string, string>>;
  /** What must be true besides, in words. */
  readonly guard?: string;
}

/** The same as extensions of the OpenAPI document. */
export function describeAllowance({
  allowedWhen,
  allowedFor,
  notBefore,
  earliest,
  guard,
}: Allowance) {
  return {
    ...(allowedWhen ? { 'x-allowed-when': allowedWhen } : {}),
    ...(allowedFor ? { 'x-allowed-for': allowedFor } : {}),
    ...(notBefore === undefined ? {} : { 'x-not-before': notBefore }),
    ...(earliest ? { 'x-earliest': earliest } : {}),
    ...(guard === undefined ? {} : { 'x-guard': guard }),
  };
}
