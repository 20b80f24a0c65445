import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from './code-block.js';

/**
 * Text of somebody else: a name, a URL, a header. It is isolated, so that bidirectional control characters do not affect the
 * text around it.
 */
export function Text({
  children,
  mono = false,
  className = '',
}: {
  children: ReactNode;
  mono?: boolean;
  className?: string;
}) {
  return (
    <bdi dir="auto" className={`${mono ? 'font-mono text-[0.92em]' : ''} ${className}`}>
      {children}
    </bdi>
  );
}

/** Text of somebody else that wraps after a character rather than inside a word. */
export function Broken({ text, after }: { text: string; after: string }) {
  const parts = text.split(after);
  return (
    <Text>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
        <Fragment key={index}>
          {part}
          {index < parts.length - 1 && (
            <>
              {after}
              <wbr />
            </>
          )}
        </Fragment>
      ))}
    </Text>
  );
}

/** A text in a table, truncated in a narrow window so that the columns after it stay in view. */
export function Cut({ children }: { children: ReactNode }) {
  return <span className="block max-w-22 truncate sm:max-w-none">{children}</span>;
}

const MOST_IN_PLACE = 500;

/** Text of somebody else of any length. A long text is in a block that scrolls, so that it does not fill the page. */
export function LongText({ text, label }: { text: string; label: string }) {
  return text.length > MOST_IN_PLACE ? (
    <CodeBlock text={text} label={label} />
  ) : (
    <Text>{text}</Text>
  );
}
