import { useState } from 'react';
import type { Triggered } from '../../api/controls.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { OtherOutcomes } from './other-outcomes.js';
import { TriggerForm } from './trigger-form.js';
import { TriggeredDeliveries } from './triggered-deliveries.js';

/** What was sent last. */
interface Sent {
  readonly triggered: Triggered;
  readonly type: string;
  /** Virtual time before it was sent, ISO 8601. */
  readonly since: string;
}

/** Makes events happen, and shows how they are delivered. */
export function TriggerPage() {
  const [sent, setSent] = useState<Sent>();
  return (
    <Page title="Trigger" lead="Have an event happen now, as your receiver would get it.">
      {sent && <TriggeredDeliveries {...sent} />}
      <Card title="Event">
        <TriggerForm onSent={(triggered, type, since) => setSent({ triggered, type, since })} />
      </Card>
      <OtherOutcomes />
    </Page>
  );
}
