import { Card } from '../../ui/card.js';
import { VerifyDocument } from '../verifications/verify-document.js';

/** Orders a verification with one of the outcomes that the API lists. */
export function OtherOutcomes() {
  return (
    <Card title="Any other outcome" actions={<VerifyDocument />}>
      <p className="max-w-prose">
        Verify a document, and choose its outcome: an expired license, a source that does not
        answer, a decision by hand. Its event is sent when it ends.
      </p>
    </Card>
  );
}
