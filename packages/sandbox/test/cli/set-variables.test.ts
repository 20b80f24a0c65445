import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setVariables } from '../../src/cli/start/set-variables.js';

const values = new Map([
  ['SCREENING_SECRET', 'whsec_new'],
  ['SCREENING_URL', 'http://127.0.0.1:4010'],
]);

/** The text after the variables are set. Each character is a byte. */
function after(text: string, set: ReadonlyMap<string, string> = values): string {
  return setVariables(Buffer.from(text, 'latin1'), set).toString('latin1');
}

const ADDED = 'SCREENING_SECRET=whsec_new\nSCREENING_URL=http://127.0.0.1:4010\n';

describe('an assignment of its own is replaced', () => {
  it.each([
    ['in its place', 'A=1\nSCREENING_URL=old\nB=2\n', 'A=1\nSCREENING_URL=NEW\nB=2\n'],
    ['without a value', 'SCREENING_URL=\nB=2\n', 'SCREENING_URL=NEW\nB=2\n'],
    ['with export', 'export SCREENING_URL=old\n', 'export SCREENING_URL=NEW\n'],
    ['with an indent', '  \texport  SCREENING_URL=old\n', '  \texport  SCREENING_URL=NEW\n'],
    ['in double quotes', 'SCREENING_URL="old one"\n', 'SCREENING_URL="NEW"\n'],
    ['in single quotes', "SCREENING_URL='old'\n", "SCREENING_URL='NEW'\n"],
    ['over several lines', 'SCREENING_URL="a\nB=1\n"\nC=2\n', 'SCREENING_URL="NEW"\nC=2\n'],
    ['with a comment', 'SCREENING_URL=old  # mine\n', 'SCREENING_URL=NEW  # mine\n'],
    ['with a comment only', 'SCREENING_URL= # mine\n', 'SCREENING_URL=NEW # mine\n'],
    ['with quotes, comment', 'SCREENING_URL="o#d" # mine\n', 'SCREENING_URL="NEW" # mine\n'],
    ['with spaces', 'SCREENING_URL = old \n', 'SCREENING_URL=NEW \n'],
    ['with a colon', 'SCREENING_URL: old\n', 'SCREENING_URL=NEW\n'],
    ['with CRLF', 'A=1\r\nSCREENING_URL=old\r\nB=2\r\n', 'A=1\r\nSCREENING_URL=NEW\r\nB=2\r\n'],
    ['without a line end', 'A=1\nSCREENING_URL=old', 'A=1\nSCREENING_URL=NEW'],
    ['after a byte order mark', '\xef\xbb\xbfSCREENING_URL=o\n', '\xef\xbb\xbfSCREENING_URL=NEW\n'],
    ['twice', 'SCREENING_URL=a\nB=2\nexport SCREENING_URL=b', 'B=2\nexport SCREENING_URL=NEW'],
    ['twice, CRLF', 'SCREENING_URL=a # x\r\nSCREENING_URL=b\r\n', 'SCREENING_URL=NEW\r\n'],
    ['with an open quote', 'SCREENING_URL="old\nB=2\n', 'SCREENING_URL=NEW\nB=2\n'],
  ])('%s', (_how, before, expected) => {
    expect(after(before, new Map([['SCREENING_URL', 'NEW']]))).toBe(expected);
  });
});

describe('all else stays, and both are added', () => {
  it.each([
    ['nothing', ''],
    ['other names', 'STRIPE_KEY=mine\nSCREENING_URLS=a\nMY_SCREENING_URL=b\nSCREENING_HOST=c\n'],
    ['comments and blank lines', '\n# SCREENING_URL=a\n  # it\'s "so\n\n'],
    ['a name without a value', 'export SCREENING_URL\nSCREENING_URL\n'],
    ['bytes that are not UTF-8', 'A=\xff\xfe\xe9\xa0\n\xa0SCREENING_URL=b\n'],
    ['double quotes over several lines', 'A="x\nSCREENING_URL=b\nSCREENING_SECRET=c"\n'],
    ['escaped quotes', 'A="x\\"\nSCREENING_URL=b\n\\"y" # z\n'],
    ['single quotes over several lines', "A='x\nSCREENING_URL=b\n'\n"],
    ['backticks over several lines', 'A=`x"\nSCREENING_URL=b\n`\n'],
    ['a quoted value that ends where readers disagree', 'A="x\nSCREENING_URL=b"\'y\'\nB=2\n'],
    ['several spaces and tabs', '  A  =  "b"  \t\n\t\n'],
  ])('%s', (_what, before) => {
    expect(after(before)).toBe(before + ADDED);
    // A second start finds the variables.
    expect(after(before + ADDED)).toBe(before + ADDED);
  });

  it.each([
    ['a last line without an end', 'A=1', `A=1\n${ADDED}`],
    ['CRLF', 'A=1\r\nB=2', `A=1\r\nB=2\r\n${ADDED.replaceAll('\n', '\r\n')}`],
    ['a byte order mark', '\xef\xbb\xbf', `\xef\xbb\xbf${ADDED}`],
  ])('%s', (_what, before, expected) => expect(after(before)).toBe(expected));

  it('a Windows path in quotes ends at its quote', () => {
    expect(after("A='C:\\'\nSCREENING_URL=old\nB='x'\n")).toBe(
      "A='C:\\'\nSCREENING_URL=http://127.0.0.1:4010\nB='x'\nSCREENING_SECRET=whsec_new\n",
    );
  });

  it.each(['A="x\nSCREENING_URL=b"\'y\'\n', 'SCREENING_URL=#b\n'])(
    'a value comes after %j, in which a reader may find another',
    (unclear) => expect(after(`SCREENING_URL=a\n${unclear}`)).toBe(unclear + ADDED),
  );
});

it('Node reads the new values, and all others as before', () => {
  const line = fc.constantFrom(
    ...['A=1', 'B="two words"', "C='x # y'", 'export D=d # comment', '# E', '', 'F=`f`'],
    ...['SCREENING_URL=old', 'export SCREENING_URL="old"', "SCREENING_SECRET='old' # it is"],
    ...['G="a\nSCREENING_URL=inner\nb"', 'SCREENING_INTEGRATION_ID=int_1', 'SCREENING_SECRET='],
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, ended) => {
      const text = lines.join('\n') + (ended ? '\n' : '');
      const written = after(text);
      expect(parseEnv(written)).toEqual({ ...parseEnv(text), ...Object.fromEntries(values) });
      expect(after(written)).toBe(written);
    }),
  );
});
