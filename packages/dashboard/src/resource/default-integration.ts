import { useOperation } from '../api/use-operation.js';

/** The integration that the service uses if a request names none, and a hint that says which one that is. */
export function useDefaultIntegration(enabled = true) {
  const { data: account, isError } = useOperation('getAccount', {}, { enabled });
  // `null` if none is active or the request failed, `undefined` until loaded.
  const id = isError ? null : account?.defaultIntegrationId;
  const { data: found } = useOperation(
    'getIntegration',
    { path: { id: id ?? '' } },
    { enabled: Boolean(id) },
  );
  const name = found?.name ?? id;
  return { id, name, hint: id ? `Defaults to ${name}, the oldest active integration.` : undefined };
}
