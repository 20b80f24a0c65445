import { createClient } from '@screening-webhooks/client';
import { mustMatch } from './cases.mjs';

/** Cases of the client on the network of a runtime, against fake-service.mjs. */
export async function clientCases(serviceUrl) {
  // The fake service counts requests by key.
  const apiKey = await (await fetch(`${serviceUrl}/key`)).text();
  const clientWith = (options = {}) =>
    createClient({ apiKey, baseUrl: serviceUrl, backoff: 1, ...options });
  const list = (externalId, options, call) =>
    clientWith(options).documentVerifications.list({ externalId }, call);
  const seenAt = async (path) => {
    const response = await fetch(`${serviceUrl}/seen?path=${path}`);
    return (await response.json()).filter(({ key }) => key.startsWith(`Bearer ${apiKey} `));
  };
  const failing = (externalId, expected, options) => async () => {
    let failure;
    try {
      await list(externalId, options);
    } catch (error) {
      failure = error;
    }
    mustMatch('error', failure, expected);
    const text = `${failure.stack} ${JSON.stringify(failure)} ${failure.cause}`;
    mustMatch('the key is in the error', text.includes(apiKey), false);
  };

  return [
    ...['array', 'envelope'].map((envelope) => ({
      name: `lists the records of an ${envelope}, unknown fields included`,
      run: async () => {
        const expected = { data: [{ verificationId: 'dv_1', addedLater: { kept: true } }] };
        mustMatch('list', await list(envelope), expected);
      },
    })),
    ...['fails twice', 'is cut once', 'is cut in its body once'].map((trouble) => ({
      name: `a GET that ${trouble} is retried`,
      run: async () => mustMatch('list', await list(trouble), { data: [] }),
    })),
    {
      name: 'orders a report, with its key and an idempotency key',
      run: async () => {
        const order = { candidateId: 'cand_1', packageId: 'pkg_1', workState: 'CA' };
        mustMatch('report', await clientWith().reports.create(order), { id: 'rpt_1' });
        const [{ headers, body }] = await seenAt('/v1/reports');
        mustMatch('authorization', headers.authorization, `Bearer ${apiKey}`);
        mustMatch('idempotency key', headers['idempotency-key'].length, 36);
        mustMatch('body', JSON.parse(body), order);
      },
    },
    {
      name: 'an error has code, status and request id, and not the key',
      run: failing('forbidden', { code: 'forbidden', status: 403, requestId: 'req_7' }),
    },
    {
      name: 'a redirect is not followed',
      run: async () => {
        await failing('redirect', { code: 'redirected', attempts: 1 })();
        mustMatch('stolen', await seenAt('/v1/stolen'), []);
      },
    },
    {
      name: 'an attempt ends at its timeout',
      run: failing('hang', { code: 'timed_out', attempts: 2 }, { attemptTimeout: 300, retries: 1 }),
    },
    {
      name: 'a signal ends a call',
      run: async () => {
        const path = '/v1/document-verifications';
        const before = (await seenAt(path)).length;
        const abort = new AbortController();
        const failure = list('hang', {}, { signal: abort.signal }).catch((error) => error);
        while ((await seenAt(path)).length === before);
        abort.abort();
        mustMatch('aborted', /aborted/.test((await failure).message), true);
      },
    },
    {
      name: 'a response that is too large is aborted',
      run: failing('large', { code: 'response_too_large' }, { maxResponseBytes: 1000 }),
    },
  ];
}
