/** Parts of ids that are different in JSON, but not in every encoding of a store. */
export const ODD_TEXTS: readonly string[] = [
  '\ud800',
  '\ud801',
  '\udc00',
  '\ufffd',
  '%D800',
  '\0',
  '%00',
  '',
];
