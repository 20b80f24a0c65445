// From the root of the repository. A release sets the address of the page in its homepage here.
const CODES_PAGE = 'docs/codes.md';

/** Where the cause and the cure of a code are described. */
export function codePage(code: string): string {
  return `${CODES_PAGE}#${code}`;
}
