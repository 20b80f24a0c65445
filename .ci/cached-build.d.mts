export function filesIn(folder: string): string[];
export function nameOfBuild(files: readonly string[], others?: string): string;
export function builtOnce(
  path: string,
  build: (unfinished: string) => void | Promise<void>,
): Promise<string>;
