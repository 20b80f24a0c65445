export function holdPort(): Promise<number>;
