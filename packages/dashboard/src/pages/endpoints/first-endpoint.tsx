import { lazy, Suspense, useState } from 'react';
import { persistently } from '../../session/persistently.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/page.js';
import { useSinkEndpoint } from './add-endpoint-dialog.js';

// The first page of all does not wait for forms.
const AddEndpointDialog = lazy(
  persistently(async () => ({
    default: (await import('./add-endpoint-dialog.js')).AddEndpointDialog,
  })),
);

/** The two ways to a first endpoint: that of an app, or the built-in receiver. */
export function FirstEndpoint() {
  const [isAdding, setAdding] = useState(false);
  const sink = useSinkEndpoint();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => setAdding(true)}>
          Add an endpoint
        </Button>
        <Button pending={sink.isPending} onClick={() => sink.mutate(undefined)}>
          Use the built-in receiver
        </Button>
      </div>
      {sink.isError && <ErrorNote error={sink.error} />}
      {isAdding && (
        <Suspense fallback={<Loading />}>
          <AddEndpointDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
