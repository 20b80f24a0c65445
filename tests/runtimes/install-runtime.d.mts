export function installRuntime(name: string, version: string): Promise<string>;
