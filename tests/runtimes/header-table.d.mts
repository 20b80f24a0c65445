export const readable: readonly {
  readonly name: string;
  readonly header: string;
  readonly signatures: readonly string[];
  readonly timestampText: string;
}[];

export const unreadable: readonly {
  readonly name: string;
  readonly header: string | null;
  readonly code: string;
}[];
