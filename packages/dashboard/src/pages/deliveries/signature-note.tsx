import { Link } from '@tanstack/react-router';
import { Card } from '../../ui/card.js';

/** How a receiver checks the signature of an attempt. */
export function SignatureNote({ endpointId }: { endpointId: string }) {
  return (
    <Card title="How it is signed">
      <p className="max-w-prose">
        Each attempt is signed anew. <code>t</code> is the time of signing in Unix seconds. Each{' '}
        <code>v1</code> is the HMAC-SHA256 of <code>{'<t>.<body>'}</code> with a secret of the
        endpoint, in hexadecimal digits: there are two while a former secret is still valid. A
        receiver computes it over the bytes of the body as they came, before it parses them. It
        refuses an old <code>t</code>, and so a copied curl command after a few minutes. A copied
        fixture is signed when it runs.
      </p>
      <p className="mt-2">
        <Link
          to="/endpoints/$id"
          params={{ id: endpointId }}
          className="text-accent hover:underline"
        >
          The endpoint and its secret
        </Link>
      </p>
    </Card>
  );
}
