export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly bin?: Readonly<Record<string, string>>;
}
export const root: string;
export function manifestOf(folder: string): Manifest;
export function publishedPackages(): { folder: string; manifest: Manifest }[];
