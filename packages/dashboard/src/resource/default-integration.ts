import { useOperation } from '../api/use-operation.js';

/** The integration that the service takes where none is named. */
interface DefaultIntegration {
  /** Null: none is active. Undefined: not known yet. */
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
  /** Says which one it is. */
  readonly hint: string | undefined;
}

export function useDefaultIntegration(enabled = true): DefaultIntegration {
  const { data: account, isError } = useOperation('getAccount', {}, { enabled });
  const id = isError ? null : account?.defaultIntegrationId;
  const { data: found } = useOperation(
    'getIntegration',
    { path: { id: id ?? '' } },
    { enabled: Boolean(id) },
  );
  const name = found?.name ?? id;
  return { id, name, hint: id ? `By default ${name}, the oldest active one.` : undefined };
}
