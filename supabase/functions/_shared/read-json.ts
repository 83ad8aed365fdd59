import { HttpError } from './http.ts';
import { m } from './paraglide/messages.js';

/** Parses the body as a JSON object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new HttpError(400, m.error_body_not_json);
}
