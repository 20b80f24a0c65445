export function bundleSize(entry: {
  readonly specifier: string;
  readonly exports: string;
  readonly on: 'workerd' | 'node';
  readonly from?: string;
  readonly external?: readonly string[];
  readonly define?: Readonly<Record<string, string>>;
}): Promise<{
  readonly min: number;
  readonly gzip: number;
  readonly brotli: number;
  readonly code: string;
  readonly sources: readonly string[];
  readonly imports: readonly string[];
}>;
