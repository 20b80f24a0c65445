import type { OutboxMessage } from '../../api/controls.js';
import { Time } from '../../clock/time.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { ownLinks } from './own-links.js';

/** A message as text, with those of its links that lead to this service. */
export function Message({ message }: { message: OutboxMessage }) {
  const { id, to, subject, text, createdAt } = message;
  const links = ownLinks(text, location.origin);
  return (
    <Card title="Message">
      <div className="flex flex-col gap-3">
        <Facts
          rows={{
            To: <Text>{to}</Text>,
            Subject: <Text>{subject}</Text>,
            Time: <Time value={createdAt} />,
            ID: <Text mono>{id}</Text>,
            ...(links.length === 0 ? {} : { Links: <Links links={links} /> }),
          }}
        />
        <CodeBlock label="Text of the message" text={text} />
      </div>
    </Card>
  );
}

function Links({ links }: { links: readonly string[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link}>
          <a href={link} target="_blank" rel="noreferrer" className="text-accent underline">
            <Text>{new URL(link).pathname.split('/')[1]}</Text> page (opens in a new tab)
          </a>
        </li>
      ))}
    </ul>
  );
}
