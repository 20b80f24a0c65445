export function bundleForWorkerd(
  entry: string,
  outfile: string,
): Promise<{
  readonly sources: readonly string[];
  readonly imports: readonly string[];
}>;

export function serveInWorkerd(
  executable: string,
  folder: string,
  config: string,
  sockets: readonly string[],
): Promise<{
  /** Origins by the name of the socket. */
  readonly origins: Readonly<Record<string, string>>;
  readonly stop: () => void;
  readonly output: () => string;
}>;
