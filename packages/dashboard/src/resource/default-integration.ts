import { useOperation } from '../api/use-operation.js';

/** The integration that the service takes where none is named, and a hint that says which one it is. */
export function useDefaultIntegration(enabled = true) {
  const { data: account, isError } = useOperation('getAccount', {}, { enabled });
  // Null: none is active. Undefined: not known yet.
  const id = isError ? null : account?.defaultIntegrationId;
  const { data: found } = useOperation(
    'getIntegration',
    { path: { id: id ?? '' } },
    { enabled: Boolean(id) },
  );
  const name = found?.name ?? id;
  return { id, name, hint: id ? `Defaults to ${name}, the oldest active integration.` : undefined };
}
