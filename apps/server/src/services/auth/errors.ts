import type { JsonObject } from '../../platform/json.ts';

type AuthErrorStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;

/** An error with a stable code for the client. `cause` is not sent. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: AuthErrorStatus;
  readonly code: string;
  /** Additional members of the body. */
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

/** An error in the format of RFC 6749, for the OAuth grants only. Always 400. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** An external service does not respond. The client may repeat the request. */
function away(message: string, cause?: unknown, retryAfterS = 5): AuthError {
  return new AuthError(503, 'unexpected_failure', message, { cause, retryAfterS });
}

/** All errors of the service, each with its status, code and public message. */
export const authErrors = {
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

  /** `status` depends on the request, as in Supabase Auth. */
  factorNeedsAal2: (status: 403 | 422, message: string) =>
    new AuthError(status, 'insufficient_aal', message),
  factorNotFound: (message = 'Factor not found') =>
    new AuthError(404, 'mfa_factor_not_found', message),
  factorNameConflict: (name: string) =>
    new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    ),
  tooManyFactors: () =>
    new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  phoneFactorExists: () =>
    new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    ),
  phoneFactorsDisabled: () =>
    new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  webauthnFactorsDisabled: () =>
    new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  webauthnChecksDisabled: () =>
    new AuthError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verify is disabled for WebAuthn'),
  factorKeyWrong: () =>
    new AuthError(422, 'mfa_verification_failed', "We couldn't verify the security key"),
  factorCodeWrong: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  recoveryCodeWrong: () =>
    new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  challengeExpired: () =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    ),
  challengeFromElsewhere: () =>
    new AuthError(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch. Try enrollment again.',
    ),

  passkeysDisabled: () =>
    new AuthError(422, 'passkey_disabled', 'Passkeys need HTTPS and a domain name'),
  passkeyNotFound: () => new AuthError(404, 'passkey_not_found', 'Passkey not found'),
  passkeyExists: () =>
    new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered'),
  tooManyPasskeys: () =>
    new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  passkeyChallengeNotFound: () =>
    new AuthError(
      400,
      'webauthn_challenge_not_found',
      'Challenge not found or already used. Please try again.',
    ),
  passkeyRefused: (cause?: unknown) =>
    new AuthError(400, 'webauthn_verification_failed', "We couldn't verify the passkey", {
      cause,
    }),
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
    away("We can't check the password right now. Please try again shortly."),
  captchaFailed: (codes: readonly string[]) =>
    new AuthError(
      400,
      'captcha_failed',
      `captcha protection: request disallowed (${codes.join(', ')})`,
    ),
  captchaUnavailable: (cause: unknown) =>
    away("We can't check the captcha right now. Please try again shortly.", cause),
  samePassword: () =>
    new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  reauthenticationNotValid: () =>
    new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),

  identityAlreadyExists: () =>
    new AuthError(422, 'identity_already_exists', 'Identity is already linked to a user'),
  identityNotFound: () => new AuthError(422, 'identity_not_found', "Identity doesn't exist"),
  singleIdentity: () =>
    new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    ),
  identityNeedsAal2: () =>
    new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to change how you sign in when MFA is enabled.',
    ),
  providerEmailUnverified: (provider: string) =>
    new AuthError(
      422,
      'provider_email_needs_verification',
      `Your ${provider} account has no verified email address`,
    ),
  badOAuthState: () =>
    new AuthError(
      400,
      'bad_oauth_state',
      'OAuth state not found, expired, or from another browser',
    ),
  flowAlreadyUsed: () =>
    new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used'),
  badProviderResponse: (cause: unknown) =>
    new AuthError(400, 'bad_oauth_callback', "The provider's response isn't valid", { cause }),
  providerUnavailable: (cause: unknown) =>
    away("We can't reach the provider right now. Please try again shortly.", cause),
  manualLinkingDisabled: () =>
    new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  web3Disabled: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),

  otpExpired: () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired'),
  otpDisabled: () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp'),
  flowStateNotFound: () =>
    new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: () =>
    new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: () =>
    new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    ),

  overRequestRate: (waitMs: number) =>
    new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
      retryAfterS: Math.ceil(waitMs / 1000),
    }),
  overSendingRate: (kind: 'email' | 'sms', waitMs: number) =>
    new AuthError(
      429,
      `over_${kind}_send_rate_limit`,
      `${kind === 'sms' ? 'SMS' : kind} rate limit exceeded`,
      { retryAfterS: Math.ceil(waitMs / 1000) },
    ),
  sentTooRecently: (kind: 'email' | 'sms', waitS: number) =>
    new AuthError(
      429,
      `over_${kind}_send_rate_limit`,
      `For security purposes, you can only request this after ${waitS} seconds.`,
      { retryAfterS: waitS },
    ),
  smsCredentialsRefused: () =>
    new AuthError(
      422,
      'sms_send_failed',
      'Error sending OTP to provider: the provider refused the credentials',
    ),
  smsProviderUnavailable: (cause: unknown) =>
    away("We can't check the code right now. Please try again shortly.", cause),

  /** Clients repeat a request after a 503, when the queue is shorter. */
  tooManySignIns: () =>
    new AuthError(
      503,
      'over_request_rate_limit',
      'Too many sign-ins at once. Please try again shortly.',
      {
        retryAfterS: 2,
      },
    ),
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
    away("We can't reach the database right now. Please try again shortly.", cause, 1),
} as const;
