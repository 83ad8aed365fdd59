/** A refusal that knows its answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Pages of every origin may call: what they send, they prove by their caller's token. */
const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, apikey, content-type, x-client-info',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
};

export function answer(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { ...CROSS_ORIGIN, 'Cache-Control': 'no-store' },
  });
}

/** An event of a card provider is the longest that comes, and has some ten thousand bytes. */
const MAX_BODY_BYTES = 262_144;

/**
 * The same request with its body read, so that long ones of a few callers at a
 * time do not end the process that all others are served by.
 *
 * @throws Refusal 413 before more is read than any body has
 */
export async function withShortBody(request: Request): Promise<Request> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'The body is too long.');
    chunks.push(chunk);
  }
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: new Blob(chunks) });
}

/** A handler for POST, whose refusals become answers and whose failures tell nobody their cause. */
export function onPost(
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: CROSS_ORIGIN });
    }
    if (request.method !== 'POST') return answer({ message: 'Only POST is possible.' }, 405);
    try {
      return await handle(await withShortBody(request));
    } catch (error) {
      if (error instanceof Refusal) return answer({ message: error.message }, error.status);
      console.error(error);
      return answer({ message: 'The payment service had an unexpected problem.' }, 500);
    }
  };
}

export function requireVariable(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined || value === '') throw new Error(`The variable ${name} is not set.`);
  return value;
}

/** One that an operator may leave out. */
export function optionalVariable(name: string): string | null {
  return Deno.env.get(name) || null;
}
