export function repositoryUrl(): string | undefined;
