/** For properties of an object, the values with which an operation on it is allowed. All of them must fit. */
export type AllowedWhen = Readonly<Record<string, readonly (string | boolean | null)[]>>;

/** When an operation on an object is allowed, for the OpenAPI document. The state table of the object has it. */
export interface Allowance {
  /** With other values the answer is 409. */
  readonly allowedWhen?: AllowedWhen;
  /** Where it depends on the body: by a field of the body and its value. */
  readonly allowedFor?: Readonly<Record<string, Readonly<Record<string, AllowedWhen>>>>;
  /** The property of the object that says from when on it is allowed. Before, the answer is 409; null: at any time. */
  readonly notBefore?: string;
  /** For fields of the body that are times, the property that says which is the earliest. Before, the answer is 409. */
  readonly earliest?: Readonly<Record<string, string>>;
  /** A further condition, in words. */
  readonly guard?: string;
}

/** Returns an allowance as extensions of the OpenAPI document. */
export function describeAllowance(allowance: Allowance) {
  return {
    'x-allowed-when': allowance.allowedWhen,
    'x-allowed-for': allowance.allowedFor,
    'x-not-before': allowance.notBefore,
    'x-earliest': allowance.earliest,
    'x-guard': allowance.guard,
  };
}
