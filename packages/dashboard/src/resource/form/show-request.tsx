import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { curlOfForm, type FormRequest, namesFiles, typescriptOfForm } from './request-code.js';

/** The request of a form for a shell, and for a test with a sandbox in code. */
export function RequestCode(request: FormRequest) {
  const [isShell, setShell] = useState(true);
  const typescript = typescriptOfForm(request);
  const name = isShell || !typescript ? 'curl' : 'TypeScript';
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex gap-1">
        {['curl', ...(typescript ? ['TypeScript'] : [])].map((each) => (
          <Button
            key={each}
            look={each === name ? 'plain' : 'quiet'}
            aria-pressed={each === name}
            onClick={() => setShell(each === 'curl')}
          >
            {each}
          </Button>
        ))}
      </div>
      <CodeBlock
        label={`The request as ${name}`}
        text={name === 'curl' ? curlOfForm(request, location.origin) : (typescript ?? '')}
      />
      {namesFiles(request) && (
        <p className="text-xs text-muted">
          The form uploads each file first, with POST /v1/files. Put the ID of each in its place.
        </p>
      )}
    </div>
  );
}
