import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { Text } from '../../ui/text.js';

/** The name of an integration, which leads to it. Its id until the name is known. */
export function IntegrationLink({ id }: { id: string }) {
  const { data } = useOperation('getIntegration', { path: { id } });
  return (
    <Link to="/integrations/$id" params={{ id }} className="hover:underline">
      <Text>{data?.name ?? id}</Text>
    </Link>
  );
}
