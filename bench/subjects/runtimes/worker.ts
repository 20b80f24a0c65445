import { candidatesOf } from './primitives.js';

// In workerd: GET / tells the candidates, POST /<candidate>?calls=1000 calls it so often on the delivery that is sent. It
// looks at no clock, as that stands still while nothing is awaited from outside: who asks takes the time.

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
