export const exampleRepository: string;
export function repositoryUrl(repository?: string): string | undefined;
