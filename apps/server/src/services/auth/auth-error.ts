import type { JsonObject } from '../../platform/json.ts';

type AuthErrorStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;

/** An error with a stable code for clients. `cause` is not sent to them. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: AuthErrorStatus;
  readonly code: string;
  /** Further members of the response body. */
  readonly details: JsonObject;
  readonly retryAfterS: number | null;

  constructor(
    status: AuthErrorStatus,
    code: string,
    message: string,
    options: ErrorOptions & { details?: JsonObject; retryAfterS?: number } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = options.details ?? {};
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

/** An error in the format of RFC 6749, for OAuth grants only. Its status is always 400. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** A dependency is unavailable. The client can retry the request. */
export function unavailable(message: string, cause?: unknown, retryAfterS = 5): AuthError {
  return new AuthError(503, 'unexpected_failure', message, { cause, retryAfterS });
}
