import type { EmailPurpose } from '../../session/auth-dialogs.tsx';

/** Why the link of a mail did not sign anybody in. */
export type LinkProblem = 'expired' | 'refused' | 'other-browser';

/** The parts of an address that a mail's link leaves in it. */
const LINK_PARTS = ['link', 'code', 'error', 'error_code', 'error_description', 'sb'];

/**
 * What is wrong with the link that led to this address; null when nothing is. The words in the
 * address are never shown: anybody can write some there.
 */
export function linkProblemOf(query: URLSearchParams, fragment: string): LinkProblem | null {
  if (providerProblemOf(query, fragment) !== null) return null;
  const told = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = told.get('error_code') ?? query.get('error_code');
  if (code === 'otp_expired') return 'expired';
  if (code !== null || told.has('error_description') || query.has('error_description')) {
    return 'refused';
  }
  // A code that is still there was asked for by another browser, or is used up.
  return query.has('code') ? 'other-browser' : null;
}

/** Why the way by Google signed nobody in. */
export type ProviderProblem = 'cancelled' | 'unverified-email' | 'other-account' | 'failed';

const PROVIDER_PROBLEMS: Partial<Record<string, ProviderProblem>> = {
  access_denied: 'cancelled',
  provider_email_needs_verification: 'unverified-email',
  user_already_exists: 'other-account',
};
/** What only a provider's answer can be refused for; the address then forgot where it came from. */
const ANSWER_REFUSALS = ['bad_oauth_state', 'bad_oauth_callback', 'flow_state_already_used'];

/** What went wrong at Google or on the way from there; null when nothing did, or it was a mail's link. */
export function providerProblemOf(
  query: URLSearchParams,
  fragment: string,
): ProviderProblem | null {
  const told = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = told.get('error_code') ?? query.get('error_code');
  if (code !== null && ANSWER_REFUSALS.includes(code)) return 'failed';
  if (query.get('link') !== 'google') return null;
  if (code !== null) return PROVIDER_PROBLEMS[code] ?? 'failed';
  return query.has('code') ? 'failed' : null;
}

/** What the mail was for. One that does not say so can always be for a new password. */
export function linkPurposeOf(query: URLSearchParams): EmailPurpose {
  return query.get('link') === 'signup' ? 'signup' : 'recovery';
}

/** The query without what the link left in it. */
export function withoutLinkParts(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of LINK_PARTS) rest.delete(name);
  return rest;
}
