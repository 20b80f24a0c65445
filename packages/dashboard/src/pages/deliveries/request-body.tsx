import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';

const pressed = 'aria-pressed:bg-accent-soft aria-pressed:text-accent';

/** The body of a delivery, as it was sent or indented. */
export function RequestBody({ delivery }: { delivery: Answer<'getWebhookDelivery'> }) {
  const { requestBody, attempts } = delivery;
  const [isIndented, setIndented] = useState(true);
  const indented = indentedJson(requestBody);
  const shown = isIndented && indented !== undefined;
  const faulty = attempts.filter(({ fault }) => fault !== null).map(({ number }) => number);
  return (
    <Card
      title="Body"
      actions={
        indented !== undefined && (
          <>
            <Button aria-pressed={shown} className={pressed} onClick={() => setIndented(true)}>
              Indented
            </Button>
            <Button aria-pressed={!shown} className={pressed} onClick={() => setIndented(false)}>
              Exact bytes
            </Button>
          </>
        )
      }
    >
      <p className="mb-2 text-muted">
        Every attempt sends these bytes.
        {faulty.length > 0 &&
          ` A fault may have changed them in ${faulty.length === 1 ? 'attempt' : 'attempts'} ${faulty.join(', ')}. What it has sent is not kept.`}
      </p>
      <CodeBlock
        text={shown ? indented : requestBody}
        label={shown ? 'Body, indented' : 'Body, exact bytes'}
      />
    </Card>
  );
}

function indentedJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
