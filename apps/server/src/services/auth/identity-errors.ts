import { AuthError, unavailable } from './auth-error.ts';

/** The errors of identities, and of sign-ins at OAuth providers. */
export const identityErrors = {
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
  badOAuthCallback: (cause: unknown) =>
    new AuthError(400, 'bad_oauth_callback', "The provider's response isn't valid", { cause }),
  providerUnavailable: (cause: unknown) =>
    unavailable("We can't reach the provider right now. Please try again shortly.", cause),
  manualLinkingDisabled: () =>
    new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  web3Disabled: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
} as const;
