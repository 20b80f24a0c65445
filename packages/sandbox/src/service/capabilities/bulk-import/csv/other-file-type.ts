/** The types of files that begin with these bytes. */
const signatures: readonly (readonly [hex: string, what: string])[] = [
  ['504b0304', 'a ZIP archive, such as an Excel workbook'],
  ['504b0506', 'a ZIP archive, such as an Excel workbook'],
  ['d0cf11e0', 'an Excel workbook of the old format'],
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf', 'a 7z archive'],
  ['52617221', 'a RAR archive'],
  ['7b5c727466', 'a Rich Text document'],
];

const utf8Bom = 'efbbbf';
const longest = 5;

/** The type of a file that is not CSV, in words. Undefined: it may be a CSV file. */
export function otherFileType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, longest)).toString('hex');
  const [, what] = signatures.find(([hex]) => start.startsWith(hex)) ?? [];
  return what ?? markupType(bytes);
}

function markupType(bytes: Uint8Array): string | undefined {
  const begin = Buffer.from(bytes.subarray(0, 3)).toString('hex') === utf8Bom ? 3 : 0;
  const text = Buffer.from(bytes.subarray(begin, begin + 200))
    .toString('latin1')
    .trimStart();
  if (/^<(!doctype|html|\?xml|table|[a-z])/i.test(text)) return 'HTML or XML';
  return /^[[{]/.test(text) ? 'JSON' : undefined;
}

/** The name of an encoding that begins with a byte order mark of its own. Undefined: the file may be UTF-8. */
export function otherEncoding([first, second]: Uint8Array): string | undefined {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 ? 'UTF-16' : undefined;
}
