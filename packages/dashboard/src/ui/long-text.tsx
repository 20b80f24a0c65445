import { CodeBlock } from './code-block.js';
import { Text } from './text.js';

const MOST_IN_PLACE = 500;

/** Text of somebody else that may have any length. What would fill the page stands in a block that scrolls. */
export function LongText({ text, label }: { text: string; label: string }) {
  return text.length > MOST_IN_PLACE ? (
    <CodeBlock text={text} label={label} />
  ) : (
    <Text>{text}</Text>
  );
}
