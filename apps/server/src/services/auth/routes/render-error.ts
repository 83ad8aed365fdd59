import { OAuthError, type AuthError } from '../errors.ts';
import type { RouteContext } from './route.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';
/** The first version whose error bodies are `{code, message}`. */
const CODES_SINCE_VERSION = '2024-01-01';

/** The API version of the response, or null for the original one. */
export function negotiatedVersion(requested: string | undefined): string | null {
  if (requested === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(requested)) return null;
  return requested >= CODES_SINCE_VERSION ? CODES_SINCE_VERSION : null;
}

/** Renders an error in the format of the client's API version. */
export function renderError(c: RouteContext, error: AuthError | OAuthError): Response {
  const version = negotiatedVersion(c.req.header(VERSION_HEADER));
  if (version !== null) c.header(VERSION_HEADER, version);
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  c.header('x-sb-error-code', error.code);
  if (error.retryAfterS !== null) c.header('Retry-After', String(error.retryAfterS));
  const body =
    version === null
      ? { code: error.status, error_code: error.code, msg: error.message }
      : { code: error.code, message: error.message };
  return c.json({ ...body, ...error.details }, error.status);
}
