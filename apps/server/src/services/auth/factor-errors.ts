import { AuthError } from './auth-error.ts';

/** The errors of second factors and passkeys. */
export const factorErrors = {
  /** `status` differs by call, as in Supabase Auth. */
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
  challengeIpMismatch: () =>
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
} as const;
