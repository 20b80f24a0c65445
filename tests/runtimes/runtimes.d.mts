export const runtimes: readonly { readonly name: string; readonly version: string }[];
