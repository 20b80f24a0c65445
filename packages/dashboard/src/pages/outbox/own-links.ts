const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** The addresses in a text that are of an origin. Somebody else may have written the text, so others stay text. */
export function ownLinks(text: string, origin: string): string[] {
  const found = [...text.matchAll(ADDRESS)].map(([address]) => address);
  return [...new Set(found)].filter((address) => originOf(address) === origin);
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
