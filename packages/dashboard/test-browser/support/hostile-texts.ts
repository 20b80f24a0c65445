/** A text that tries to break the page that shows it. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** Injected elements would have this attribute, and injected scripts would set this property of the window. */
export const MARK = 'data-attack';
export const PROPERTY = 'attacked';

const LONG_WORD = 'W'.repeat(100_000);

/** Texts of at most 100 characters, except the last, which is cut to the limit of each field. */
export const hostileTexts: readonly HostileText[] = [
  { name: 'an element', text: `<img ${MARK} src=x onerror="${PROPERTY}=1"><b ${MARK}>bold</b>` },
  { name: 'a script', text: `</script></style></title><script ${MARK}>${PROPERTY}=1</script>` },
  { name: 'an attribute', text: `"'><svg ${MARK} onload=${PROPERTY}=1><iframe ${MARK}>` },
  { name: 'a script as an address', text: `javascript:${PROPERTY}=1//` },
  { name: 'turned text', text: 'invoice\u202Efdp.exe\u202D\u2067abc\u2066' },
  { name: 'text without width', text: '\u200Bad\u200Cmin\uFEFF\u2060 \u00AD\u200D' },
  { name: 'lines', text: 'first\nsecond\r\n\tthird\u2028fourth' },
  {
    name: 'emoji and stacked marks',
    text: `👩‍👩‍👧‍👦🏳️‍🌈👍🏽${'e\u0301\u0323\u0302\u0316'.repeat(8)}`,
  },
  { name: 'a long word', text: LONG_WORD },
];
