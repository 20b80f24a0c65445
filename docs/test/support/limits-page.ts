import {
  figure,
  type LimitName,
  limits,
  limitsByOwner,
} from '../../../packages/sandbox/src/service/limits/limits.js';

const names = Object.keys(limits).filter((name): name is LimitName => name in limits);

const sections: readonly (readonly [owner: keyof typeof limitsByOwner, title: string])[] = [
  ['request', 'Of a request'],
  ['answer', 'Of an answer'],
  ['client', 'Of a client: an IPv4 address, or a /64 of IPv6'],
  ['key', 'Of an API key'],
  ['tenant', 'Of a tenant'],
  ['endpoint', 'Of an endpoint'],
  ['import', 'Of a bulk import'],
  ['sandbox', 'Of the sandbox'],
  ['process', 'Of a process'],
];

// A table explains the bounds that exist. The notes explain the bounds that are missing.
const notes: Readonly<Partial<Record<keyof typeof limitsByOwner, string>>> = {
  tenant:
    'Candidates, verification sessions, verifications and jobs of a tenant have no bound: a test of load makes as many as it likes. A tenant\nthat has more than a bound keeps what it has, and creates no more. The endpoint and the key that the service is started with are\nmade in any case.',
};

/** The page `docs/sandbox/limits.md`: a table of the bounds for each owner. */
export function limitsPage(): string {
  return `${[
    '# Bounds',
    "Every bound of the [sandbox](../sandbox.md) on a size or a number of things: what happens above it, and why it is there. Each is\ncounted for the owner that its heading names, so that one caller's extremes cost that caller. Characters are those of Unicode: an emoji is\none. Ranges of numbers are in the OpenAPI document. A test makes this page from the table that the service runs by.",
    ...sections.flatMap(([owner, title]) => [
      `## ${title}`,
      ...(owner in notes ? [notes[owner]] : []),
      [
        '| what | at most | above it | why |',
        '|---|---|---|---|',
        ...names
          .filter((name) => name in limitsByOwner[owner])
          .map((name) => {
            const { of, above, why } = limits[name];
            return `| ${of} | ${figure(name)} | ${above} | ${why} |`;
          }),
      ].join('\n'),
    ]),
  ].join('\n\n')}\n`;
}
