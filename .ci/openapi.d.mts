export function openApiText(): Promise<string>;
