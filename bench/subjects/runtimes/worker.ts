import { candidatesOf } from './candidates.js';

// In workerd: POST / returns the names of the candidates, POST /<candidate>?calls=1000 calls one that often with the delivery
// of the request. The clock of workerd stands still between two awaits of input and output, so the client takes the time.

let candidates: ReturnType<typeof candidatesOf> | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    const header = request.headers.get('service-signature') ?? '';
    const secret = searchParams.get('secret') ?? '';
    candidates ??= candidatesOf({ body, header, secret });
    const all = await candidates;
    if (pathname === '/') return Response.json(Object.keys(all));

    const run = all[decodeURIComponent(pathname.slice(1))];
    const calls = Number(searchParams.get('calls'));
    for (let call = 0; call < calls; call += 1) {
      const result = run?.();
      if (result instanceof Promise) await result;
    }
    return new Response('done');
  },
};
