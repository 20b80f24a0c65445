/** Bytes that are the body of a `Request`. Before TypeScript 5.7, `Uint8Array` has no type parameter, and `BodyInit` needs none. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>;
