import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';

/** A signing secret that has just been made, at the end of the dialog that made it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <>
      <p className="text-muted">
        Your app verifies deliveries with this secret. Give it to the app now. Later, the page of
        the endpoint reveals it.
      </p>
      <CodeBlock label="Signing secret" text={secret} />
      <div className="flex justify-end">
        <Button look="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
