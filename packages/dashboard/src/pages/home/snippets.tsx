import { useDefaultIntegration } from '../../resource/default-integration.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';

const express = `import { webhook } from '@screening-webhooks/express';
import express from 'express';

const app = express();
app.post(
  '/webhooks/screening',
  webhook({
    secret: process.env.SCREENING_WEBHOOK_SECRET,
    handlers: {
      'document_verification.completed': (event) => console.log(event.data.verificationId),
    },
  }),
);
app.listen(3000);`;

const listen =
  'npx @screening-webhooks/sandbox listen --forward-to http://localhost:3000/webhooks/screening';

function orderFor(integrationId: string): string {
  const body = {
    integrationId,
    documentConfigSlug: 'rn-license',
    state: 'CA',
    formData: { licenseNumber: 'RN954321' },
  };
  return `curl ${location.origin}/v1/document-verifications \\
  -H "Authorization: Bearer $SCREENING_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

/** What to paste: a receiver, the command that forwards to it, and a call that orders a verification. */
export function Snippets() {
  const { id } = useDefaultIntegration();
  return (
    <Card title="Quick start">
      <div className="flex flex-col gap-2">
        <Snippet title="A receiver in Express" code={express} />
        <Snippet title="Forward deliveries to it" code={listen} />
        <Snippet title="Verify a document over the API" code={orderFor(id ?? 'int_…')} />
      </div>
    </Card>
  );
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <details>
      <summary className="w-fit py-1">{title}</summary>
      <CodeBlock label={title} text={code} />
    </details>
  );
}
