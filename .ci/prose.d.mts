export function proseFaults(
  path: string,
  text: string,
): { line: number; words: string; hint: string }[];
export function titleFault(title: string): string | undefined;
