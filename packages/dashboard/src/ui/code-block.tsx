import { Fragment, type ReactNode } from 'react';
import { Card } from './card.js';
import { CopyButton } from './copy-button.js';

// Bidirectional controls and zero-width characters: a reader would see a different text.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const MOST_SHOWN = 100_000;

/** Text exactly as it was sent. Invisible and bidirectional characters are shown as their code points. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const shown = text.slice(0, MOST_SHOWN);
  return (
    <div className="relative min-w-0">
      <div className="absolute top-1 right-1 rounded bg-raised">
        <CopyButton text={text} />
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md bg-raised p-3 pr-20"
      >
        <pre dir="ltr" className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {withNumbers(shown)}
        </pre>
        {text.length > MOST_SHOWN && (
          <p className="mt-2 text-muted">
            {text.length - MOST_SHOWN} more characters are not shown.
          </p>
        )}
      </section>
    </div>
  );
}

export function JsonCard({
  title,
  value,
  lead,
}: {
  title: string;
  value: unknown;
  lead?: ReactNode;
}) {
  return (
    <Card title={title}>
      {lead && <p className="mb-2">{lead}</p>}
      <CodeBlock label={`${title} as JSON`} text={JSON.stringify(value, null, 2)} />
    </Card>
  );
}

function withNumbers(text: string) {
  const plain = text.split(HIDDEN);
  const hidden = [...text.matchAll(HIDDEN)].map(([each]) => each);
  return plain.map((part, index) => {
    const next = hidden[index];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
      <Fragment key={index}>
        {part}
        {next !== undefined && <mark className="bg-warn-soft text-warn">{numberOf(next)}</mark>}
      </Fragment>
    );
  });
}

function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
