// The interface of https://standardschema.dev (v1), copied so that any schema library fits without a dependency.

/** A schema of any library that implements Standard Schema v1 (Zod, Valibot, ArkType and others). */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output>;
}

/** The types of the interface. */
export declare namespace StandardSchemaV1 {
  /** The part that a schema library implements. */
  interface Props<Input = unknown, Output = Input> {
    readonly version: 1;
    readonly vendor: string;
    /** Never throws for an invalid value. */
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: Types<Input, Output> | undefined;
  }

  /** A valid value, or what is wrong with it. */
  type Result<Output> = SuccessResult<Output> | FailureResult;

  /** The value that the schema made of the input. */
  interface SuccessResult<Output> {
    readonly value: Output;
    readonly issues?: undefined;
  }

  /** One issue at least. */
  interface FailureResult {
    readonly issues: readonly Issue[];
  }

  /** A problem, and its place in the value. */
  interface Issue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | PathSegment)[] | undefined;
  }

  /** A key on the way to an issue. */
  interface PathSegment {
    readonly key: PropertyKey;
  }

  /** The types of a schema, which exist only for the compiler. */
  interface Types<Input = unknown, Output = Input> {
    readonly input: Input;
    readonly output: Output;
  }

  /** The type that a schema turns its input into. */
  type InferOutput<Schema extends StandardSchemaV1> = NonNullable<
    Schema['~standard']['types']
  >['output'];
}
