import { readFileSync } from 'node:fs';
import { createReceiver, type ReceiverOptions } from '@screening-webhooks/core';
import { expect, it } from 'vitest';

// The table of options in the README of the core, against the types in the sources and the defaults of the running code.

const core = new URL('../../packages/core/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, core), 'utf8');
const readme = read('README.md');

interface Option {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const [, section = ''] = readme.split('\n## Options\n');
const rows = [...section.matchAll(/^\| `(\w+)` \| `(.+?)` \| (.+?) \| .+ \|$/gm)].map(
  ([, name = '', type = '', fallback = '']) => ({
    name,
    type: type.replaceAll('\\|', '|'),
    fallback,
  }),
);

/** The options of an interface, with their types as the README writes them. */
function optionsOf(file: string, name: string): Option[] {
  const [, body = ''] = read(file).split(new RegExp(`interface ${name}\\b[^{]*\\{\n`));
  const [members = ''] = body.split('\n}\n');
  return [...members.matchAll(/^ {2}readonly (\w+)(\??): (.+);$/gm)].map(
    ([, option = '', optional, type = '']) => ({
      name: option,
      type: type
        .replace(/ \| undefined$/, '')
        .replace(/^\((\(.*\) => \w+)\)$/, '$1')
        .replace(/^Readonly<(.*)>$/, '$1')
        .replaceAll('readonly ', '')
        .replaceAll('(framework: Framework)', '(framework)')
        .replace(/<(NoInfer<)?Framework\b[^>]*>+/g, ''),
      required: optional === '',
    }),
  );
}

const verifier = [
  ...optionsOf('src/receiver/options.ts', 'BaseVerifierOptions'),
  ...optionsOf('src/events/schemas.ts', 'Schemas'),
];
const receiver = [...verifier, ...optionsOf('src/receiver/options.ts', 'BaseReceiverOptions')];
const byName = (a: Option, b: Option): number => a.name.localeCompare(b.name);

const given: ReceiverOptions = { secret: 's', handlers: { '*': () => {} } };

/** The receiver's error for wrong options. */
function complaintAbout(options: object): string {
  try {
    createReceiver({ ...given, ...options } as ReceiverOptions);
  } catch (error) {
    return String(error);
  }
  return '';
}

it('has the name, the type and the need of each option of the types', () => {
  const shown = rows.map(({ name, type, fallback }) => ({
    name,
    type,
    required: fallback === 'required',
  }));
  expect(shown.sort(byName)).toEqual(receiver.toSorted(byName));
});

it('has the names that the running code knows', () => {
  const [, known = ''] = /The options are (.*)\./.exec(complaintAbout({ nothingLikeIt: 1 })) ?? [];
  expect(rows.map(({ name }) => name).sort()).toEqual(known.split(', ').sort());
});

it.each(rows.filter(({ fallback }) => /^[\d,]+$/.test(fallback)))(
  '$name has the default $fallback',
  ({ name, fallback }) => {
    const [, inForce] =
      /Leave it out for (?:the )?(\d+)/.exec(complaintAbout({ [name]: Number.NaN })) ?? [];
    expect(inForce).toBe(fallback.replaceAll(',', ''));
  },
);

it('names the options of a verifier', () => {
  const [, sentence = ''] =
    /`createVerifier` and `verifyWebhook` take those(.*?)\n\n/s.exec(section) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(verifier.map(({ name }) => name).sort());
});
