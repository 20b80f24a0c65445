export function layerFaults(files: ReadonlyMap<string, string>): readonly string[];
