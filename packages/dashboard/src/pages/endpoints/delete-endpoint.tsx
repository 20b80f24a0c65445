import { useRef } from 'react';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import type { ChangeKey } from '../../api/presses.js';
import { queryClient } from '../../api/query-client.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useForm } from '../../resource/form/use-form.js';
import { DialogButton } from '../../ui/dialog.js';
import { actionWords } from '../../words/actions.js';
import { hostAndPath } from '../deliveries/endpoint-host.js';

/**
 * The endpoint of a page. Once its deletion is sent it is not read any more, whatever else changes: the API would answer that
 * there is none. If the deletion is refused, it is read again.
 */
export function useEndpoint(id: string) {
  const deleted = useRef<string>(undefined);
  const input = { path: { id } };
  return {
    query: useOperation('getWebhookEndpoint', input, { enabled: () => deleted.current !== id }),
    async remove(key: ChangeKey) {
      deleted.current = id;
      const { queryKey } = operationQuery('getWebhookEndpoint', input);
      await queryClient.cancelQueries({ queryKey, exact: true });
      try {
        return await change(key, 'deleteWebhookEndpoint', input);
      } catch (error) {
        deleted.current = undefined;
        throw error;
      }
    },
  };
}

interface DeleteProps {
  readonly endpoint: Pick<Answer<'getWebhookEndpoint'>, 'url'>;
  readonly remove: ReturnType<typeof useEndpoint>['remove'];
  readonly onDeleted: () => void;
}

/** The button that deletes an endpoint, when its host and path are typed. */
export function DeleteEndpoint(props: DeleteProps) {
  const [label, title] = actionWords.deleteWebhookEndpoint;
  return (
    <DialogButton label={label} title={title} look="danger">
      {(close) => <DeleteForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function DeleteForm({
  endpoint,
  remove,
  onDeleted,
  onClose,
}: DeleteProps & { onClose: () => void }) {
  const [label, , done] = actionWords.deleteWebhookEndpoint;
  return (
    <>
      <p className="text-muted">
        Pending deliveries to it are canceled. Its history can still be read.
      </p>
      <FormOf
        form={useForm({ name: 'deleteWebhookEndpoint', initial: {}, send: remove })}
        submit={label}
        look="danger"
        confirm={hostAndPath(endpoint.url)}
        done={done}
        onCancel={onClose}
        onDone={onDeleted}
      />
    </>
  );
}
