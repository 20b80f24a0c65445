import { useState } from 'react';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { VerifyDocument } from '../verifications/verify-document.js';
import { TriggerForm } from './trigger-form.js';
import { type Sent, TriggeredDeliveries } from './triggered-deliveries.js';

/** Makes events happen, and shows how they are delivered. */
export function TriggerPage() {
  const [sent, setSent] = useState<Sent>();
  return (
    <Page title="Trigger" lead="Have an event happen now, as your receiver would get it.">
      {sent && <TriggeredDeliveries {...sent} />}
      <Card title="Event">
        <TriggerForm onSent={setSent} />
      </Card>
      <Card title="Any other outcome" actions={<VerifyDocument />}>
        <p className="max-w-prose">
          Verify a document, and choose its outcome: an expired license, a source that does not
          answer, a decision by hand. Its event is sent when it ends.
        </p>
      </Card>
    </Page>
  );
}
