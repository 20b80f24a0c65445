export function builtCheckPage(): Promise<string>;
export function scriptOfCheckPage(): Promise<Uint8Array>;
