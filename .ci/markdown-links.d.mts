export function replaceLinks(page: string, replace: (link: string) => string): string;
export function linksIn(page: string): string[];
export function isRelative(link: string): boolean;
export function anchorsIn(page: string): Set<string>;
export function anchorOf(heading: string): string;
