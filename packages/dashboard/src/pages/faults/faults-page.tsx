import { useQuery } from '@tanstack/react-query';
import { controls } from '../../api/controls.js';
import { faultsQuery } from '../../api/faults-query.js';
import { useChange } from '../../api/use-change.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Page } from '../../ui/page.js';
import { notify } from '../../ui/toast.js';
import { FaultForm } from './fault-form.js';
import { FaultRow } from './fault-row.js';

/** What is set to go wrong, and how to have something else go wrong. */
export function FaultsPage() {
  const { data, error } = useQuery(faultsQuery);
  const removeAll = useChange(controls.removeFaults);
  const faults = data?.data ?? [];
  return (
    <Page
      title="Faults"
      lead="Have deliveries arrive late, twice, forged or broken, and see what your receiver does."
    >
      <Card
        title="Faults that are set"
        actions={
          faults.length > 0 && (
            <Button
              look="danger"
              pending={removeAll.isPending}
              onClick={() =>
                removeAll.mutate(undefined, {
                  onSuccess: ({ removed }) => notify(`Removed: ${removed}.`),
                  onError: ({ message }) => notify(message),
                })
              }
            >
              Remove all
            </Button>
          )
        }
        flush
      >
        {error && <ErrorNote error={error} />}
        {!data && !error && <Loading />}
        {data && faults.length === 0 && (
          <Empty title="No fault is set.">
            <p>Everything is delivered as it should be. Set a fault with the form.</p>
          </Empty>
        )}
        {faults.length > 0 && (
          <ul className="border-t border-line">
            {faults.map((fault) => (
              <FaultRow key={fault.id} fault={fault} kinds={data?.kinds ?? []} />
            ))}
          </ul>
        )}
      </Card>
      <Card title="Set a fault">
        <FaultForm />
      </Card>
    </Page>
  );
}
