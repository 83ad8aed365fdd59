import { DEFAULT_LOCALE, localeOf, type Locale, type Text } from './language.ts';
import { m } from './paraglide/messages.js';

/** An error that is sent to the client with a status and a message in the client's language. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** A stable key for clients that handle this error, as the rules of supabase/schemas have. */
  readonly hint: string | undefined;
  readonly #text: Text;

  /** @param text the same in all languages if it is a string */
  constructor(status: number, text: Text | string, hint?: string) {
    const translate = typeof text === 'string' ? () => text : text;
    super(translate({}, { locale: DEFAULT_LOCALE }));
    this.#text = translate;
    this.status = status;
    this.hint = hint;
  }

  messageIn(locale: Locale): string {
    return this.#text({}, { locale });
  }
}

/** All origins are allowed: the token authenticates the caller, not a cookie. */
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

/** The longest valid body is an event of a card provider, with about ten thousand bytes. */
const MAX_BODY_BYTES = 262_144;

/**
 * Reads the body into the request, up to a limit, so that a few concurrent long
 * bodies cannot crash the process that serves all callers.
 *
 * @throws HttpError 413 as soon as the body exceeds the limit
 */
export async function withShortBody(request: Request): Promise<Request> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new HttpError(413, m.error_body_too_long);
    chunks.push(chunk);
  }
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: new Blob(chunks) });
}

/** A handler for POST. It sends an HttpError to the client, and logs other errors without exposing their cause. */
export function onPost(
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: CROSS_ORIGIN });
    }
    const locale = localeOf(request);
    if (request.method !== 'POST') {
      return answer({ message: m.error_only_post({}, { locale }) }, 405);
    }
    try {
      return await handle(await withShortBody(request));
    } catch (error) {
      if (error instanceof HttpError) {
        return answer({ message: error.messageIn(locale), hint: error.hint }, error.status);
      }
      console.error(error);
      return answer({ message: m.error_unexpected({}, { locale }) }, 500);
    }
  };
}

export function requireVariable(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined || value === '') throw new Error(`The variable ${name} is not set.`);
  return value;
}

/** The value of an optional variable; null if it is not set. */
export function optionalVariable(name: string): string | null {
  return Deno.env.get(name) || null;
}
