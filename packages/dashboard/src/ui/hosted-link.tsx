import { buttonClass } from './button.js';
import { CopyButton } from './copy-button.js';
import { Text } from './text.js';

export function HostedLink({ url, open }: { url: string; open: string }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <p>
        <Text mono>{url}</Text>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {open}
          <span className="sr-only"> (new tab)</span>
        </a>
        <CopyButton text={url} label="Copy link" />
      </div>
    </div>
  );
}
