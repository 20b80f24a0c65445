export const runtimes: readonly { readonly name: string; readonly version: string }[];
export function installRuntime(name: string, version: string): Promise<string>;
