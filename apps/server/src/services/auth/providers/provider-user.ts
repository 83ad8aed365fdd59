import type { JsonObject } from '../../../platform/json.ts';
import { readEmail } from '../accounts/email-address.ts';
import { isProviderId } from '../accounts/identities.ts';
import { isStorable } from '../storable-text.ts';
import { OAuthError } from '../errors.ts';
import type { ProviderUser } from './provider.ts';

const MAX_TEXT_LENGTH = 500;

/** A claim in a form that can be stored and displayed. Providers can send any value. */
function textOf(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || claim === '' || claim.length > MAX_TEXT_LENGTH) return undefined;
  return isStorable(claim) ? claim : undefined;
}

function webAddressOf(claim: unknown): string | undefined {
  const text = textOf(claim);
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/**
 * The members of OpenID Connect's claims that Supabase Auth stores.
 *
 * @param issuer the provider of the claims
 * @throws OAuthError when the provider does not identify the user
 */
export function toProviderUser(
  issuer: string,
  subject: unknown,
  claims: Readonly<Record<string, unknown>>,
): ProviderUser {
  if (!isProviderId(subject)) {
    throw new OAuthError('invalid_request', 'Missing sub claim in id_token');
  }
  const email = typeof claims.email === 'string' ? readEmail(claims.email) : null;
  // Apple sends it as a text. Only a clear yes counts.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  const fullName = textOf(claims.name);
  const picture = webAddressOf(claims.picture);
  const userName = textOf(claims.preferred_username);
  const data: JsonObject = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    email_verified: email !== null && isVerified,
    phone_verified: false,
    ...(email === null ? {} : { email }),
    ...(fullName === undefined ? {} : { name: fullName, full_name: fullName }),
    ...(picture === undefined ? {} : { picture, avatar_url: picture }),
    ...(userName === undefined ? {} : { preferred_username: userName, user_name: userName }),
  };
  return { subject, verifiedEmail: isVerified ? email : null, data };
}
