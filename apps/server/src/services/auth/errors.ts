import { AuthError, unavailable, type WeakPasswordReason } from './auth-error.ts';
import { factorErrors } from './factor-errors.ts';
import { identityErrors } from './identity-errors.ts';
import { rateLimitErrors } from './rate-limit-errors.ts';
import { tokenErrors } from './token-errors.ts';

export { AuthError, OAuthError, type WeakPasswordReason } from './auth-error.ts';

/** All errors of the service, with status, code and public message. */
export const authErrors = {
  ...factorErrors,
  ...identityErrors,
  ...rateLimitErrors,
  ...tokenErrors,

  badJson: (reason: string) =>
    new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`),
  validationFailed: (message: string) => new AuthError(400, 'validation_failed', message),
  unprocessable: (message: string) => new AuthError(422, 'validation_failed', message),
  noAuthorization: () =>
    new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (reason: string, cause?: unknown) => new AuthError(403, 'bad_jwt', reason, { cause }),
  sessionNotFound: () =>
    new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  userOfTokenNotFound: () =>
    new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  userOfTokenBanned: () => new AuthError(403, 'user_banned', 'User is banned'),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),
  insufficientAal: () =>
    new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    ),
  invalidCredentials: () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: () => new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed'),
  userBanned: () => new AuthError(400, 'user_banned', 'User is banned'),
  refreshTokenNotFound: () =>
    new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenAlreadyUsed: () =>
    new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshSessionNotFound: () =>
    new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  refreshSessionExpired: () =>
    new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  refreshUserBanned: () => new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  signupDisabled: () =>
    new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  userAlreadyExists: () => new AuthError(422, 'user_already_exists', 'User already registered'),
  emailExists: () =>
    new AuthError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ),
  phoneExists: () =>
    new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  anonymousDisabled: () =>
    new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  phoneInvalid: () =>
    new AuthError(400, 'validation_failed', 'Invalid phone number format (E.164 required)'),
  phoneDisabled: () => new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  weakPassword: (message: string, reasons: readonly WeakPasswordReason[]) =>
    new AuthError(422, 'weak_password', message, {
      details: { weak_password: { reasons: [...reasons] } },
    }),
  breachListUnavailable: () =>
    unavailable("We can't check the password right now. Please try again shortly."),
  captchaFailed: (codes: readonly string[]) =>
    new AuthError(
      400,
      'captcha_failed',
      `captcha protection: request disallowed (${codes.join(', ')})`,
    ),
  captchaUnavailable: (cause: unknown) =>
    unavailable("We can't check the captcha right now. Please try again shortly.", cause),
  samePassword: () =>
    new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  reauthenticationNotValid: () =>
    new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  clientGone: () => new AuthError(400, 'request_timeout', 'The client closed the connection'),
  userHasRecords: (table: string, cause: unknown) =>
    new AuthError(
      409,
      'conflict',
      `The user has records in ${table} that must be kept. Delete the account softly instead: ` +
        'set should_soft_delete, or run npm run account:delete.',
      { cause },
    ),
  userNotFound: () => new AuthError(404, 'user_not_found', 'User not found'),
  pathNotFound: () => new AuthError(404, 'not_found', 'There is nothing at this path'),
  unexpected: (message: string, cause?: unknown) =>
    new AuthError(500, 'unexpected_failure', message, { cause }),
  databaseUnavailable: (cause: unknown) =>
    unavailable("We can't reach the database right now. Please try again shortly.", cause, 1),
} as const;
