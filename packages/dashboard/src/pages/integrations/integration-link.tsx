import { Link } from '@tanstack/react-router';
import { Name } from '../../resource/references.js';

/** The name of an integration, which leads to it. */
export function IntegrationLink({ id }: { id: string }) {
  return (
    <Link to="/integrations/$id" params={{ id }} className="hover:underline">
      <Name kind="integration" id={id} />
    </Link>
  );
}
