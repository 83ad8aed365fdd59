import { AuthError } from './auth-error.ts';

/** The errors of SAML sign-ins and SSO providers. */
export const ssoErrors = {
  ssoProviderNotFound: (message = 'SSO Identity Provider not found') =>
    new AuthError(404, 'sso_provider_not_found', message),
  ssoProviderDisabled: () =>
    new AuthError(404, 'sso_provider_disabled', 'This SSO provider is currently disabled'),
  ssoDomainExists: () =>
    new AuthError(
      400,
      'sso_domain_already_exists',
      'An SSO domain is already assigned to an SSO identity provider',
    ),
  samlProviderExists: (entityId: string) =>
    new AuthError(
      422,
      'saml_idp_already_exists',
      `SAML Identity Provider with this EntityID (${entityId}) already exists`,
    ),
  samlProviderNotFound: () =>
    new AuthError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    ),
  samlEntityIdMismatch: (entityId: string) =>
    new AuthError(
      400,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected ${JSON.stringify(entityId)}`,
    ),
  samlMetadataFetchFailed: (cause: unknown) =>
    new AuthError(
      400,
      'saml_metadata_fetch_failed',
      'SAML Metadata could not be fetched from metadata_url',
      { cause },
    ),
  samlRelayStateNotFound: () =>
    new AuthError(
      404,
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    ),
  samlRelayStateExpired: () =>
    new AuthError(
      422,
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    ),
  samlRefused: (reason: string, cause?: unknown) =>
    new AuthError(400, 'validation_failed', `SAML Assertion is not valid: ${reason}`, { cause }),
  samlReplayed: () =>
    new AuthError(400, 'validation_failed', 'SAML Assertion has been used already'),
  /** The user canceled the sign-in, or the organisation does not allow it. */
  samlDeclined: () =>
    new AuthError(403, 'saml_sign_in_declined', "The identity provider didn't sign you in"),
  samlNoUserId: () =>
    new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    ),
  samlNoEmail: () =>
    new AuthError(
      400,
      'saml_assertion_no_email',
      'SAML Assertion does not contain an email address',
    ),
  ssoManaged: (what: string) =>
    new AuthError(
      422,
      'user_sso_managed',
      `${what} of an SSO account is only possible at its identity provider`,
    ),
} as const;
