import { HttpError } from './http.ts';

/** Parses the body as a JSON object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new HttpError(400, 'The body must be a JSON object.');
}
