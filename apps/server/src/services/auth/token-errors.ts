import { AuthError } from './auth-error.ts';

/** The errors of one-time codes, links and PKCE flows. */
export const tokenErrors = {
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
} as const;
