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
  const told = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = told.get('error_code') ?? query.get('error_code');
  if (code === 'otp_expired') return 'expired';
  if (code !== null || told.has('error_description') || query.has('error_description')) {
    return 'refused';
  }
  // A code that is still there was asked for by another browser, or is used up.
  return query.has('code') ? 'other-browser' : null;
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
