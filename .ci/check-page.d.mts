export function builtCheckPage(): Promise<string>;
