import type { EmailPurpose } from '../../session/auth-dialogs.tsx';

/** Why the link of an email did not sign the user in. */
export type LinkProblem = 'expired' | 'refused' | 'other-browser';

/** The query parameters that a link adds to the address. */
const LINK_PARTS = ['link', 'code', 'error', 'error_code', 'error_description', 'sb'];

/**
 * The problem of the email link that led to this address, or null. Texts in the address are never
 * shown: anyone can write them.
 */
export function linkProblemOf(query: URLSearchParams, fragment: string): LinkProblem | null {
  if (providerProblemOf(query, fragment) !== null) return null;
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = parameters.get('error_code') ?? query.get('error_code');
  if (code === 'otp_expired') return 'expired';
  if (code !== null || parameters.has('error_description') || query.has('error_description')) {
    return 'refused';
  }
  // The code was not consumed: another browser requested it, or it is already used.
  return query.has('code') ? 'other-browser' : null;
}

/** Why Google did not sign the user in. */
export type ProviderProblem = 'cancelled' | 'unverified-email' | 'other-account' | 'failed';

const PROVIDER_PROBLEMS: Partial<Record<string, ProviderProblem>> = {
  access_denied: 'cancelled',
  provider_email_needs_verification: 'unverified-email',
  user_already_exists: 'other-account',
};
/** Error codes that only a provider's callback has. The address then does not name the provider. */
const CALLBACK_ERRORS = ['bad_oauth_state', 'bad_oauth_callback', 'flow_state_already_used'];

/** The problem of the sign-in with Google, or null. It is null for email links, too. */
export function providerProblemOf(
  query: URLSearchParams,
  fragment: string,
): ProviderProblem | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = parameters.get('error_code') ?? query.get('error_code');
  if (code !== null && CALLBACK_ERRORS.includes(code)) return 'failed';
  if (query.get('link') !== 'google') return null;
  if (code !== null) return PROVIDER_PROBLEMS[code] ?? 'failed';
  return query.has('code') ? 'failed' : null;
}

/** The purpose of the email. Without one in the address it is a new password. */
export function linkPurposeOf(query: URLSearchParams): EmailPurpose {
  return query.get('link') === 'signup' ? 'signup' : 'recovery';
}

/** The query without the parameters of a link. */
export function withoutLinkParts(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of LINK_PARTS) rest.delete(name);
  return rest;
}
