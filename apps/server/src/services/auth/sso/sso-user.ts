import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import { readEmail } from '../accounts/email-address.ts';
import { isProviderId } from '../accounts/identities.ts';
import type { Assertion } from './assertion.ts';
import { ssoErrors } from '../sso-errors.ts';

const MAX_TEXT_LENGTH = 500;
const FORMATS = 'urn:oasis:names:tc:SAML';
const EMAIL_FORMAT = `${FORMATS}:1.1:nameid-format:emailAddress`;
const TRANSIENT_FORMAT = `${FORMATS}:2.0:nameid-format:transient`;
const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];

/** The members that Supabase Auth stores at the top level. All others are in `custom_claims`. */
const STANDARD_CLAIMS = new Set([
  'name',
  'full_name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'user_name',
  'profile',
  'picture',
  'avatar_url',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'slug',
]);
/** Members that this server sets, whatever an attribute is called. */
const OWN_CLAIMS = new Set(['iss', 'sub', 'email', 'email_verified', 'phone', 'phone_verified']);

/** The names of a provider's attributes, as an operator configures them. */
export const attributeMappingSchema = z.object({
  keys: z
    .record(
      z.string().min(1).max(100),
      z.object({
        name: z.string().max(MAX_TEXT_LENGTH).optional(),
        names: z.array(z.string().max(MAX_TEXT_LENGTH)).max(20).optional(),
        default: z.json().optional(),
        array: z.boolean().optional(),
      }),
    )
    .refine((keys) => Object.keys(keys).length <= 100, 'has too many keys')
    .optional(),
});

export type AttributeMapping = z.output<typeof attributeMappingSchema>;

/** An organisation's data of a user. */
export interface SsoUser {
  /** Unique at the identity provider, and never reused. */
  readonly subject: string;
  /** Normalized. */
  readonly email: string;
  readonly data: JsonObject;
}

function valuesOf({ attributes }: Assertion, name: string): readonly string[] {
  return attributes
    .filter((attribute) => attribute.name === name || attribute.friendlyName === name)
    .flatMap(({ values }) => values)
    .filter((value) => value.length <= MAX_TEXT_LENGTH);
}

function subjectOf(assertion: Assertion): string | null {
  const [subjectId] = valuesOf(assertion, SUBJECT_ID);
  if (subjectId !== undefined) return isProviderId(subjectId) ? subjectId : null;
  const { nameId } = assertion;
  if (nameId === null || nameId.format === TRANSIENT_FORMAT) return null;
  if (!isProviderId(nameId.value)) return null;
  return nameId.format === EMAIL_FORMAT ? nameId.value.toLowerCase() : nameId.value;
}

function mapped(assertion: Assertion, { keys = {} }: AttributeMapping): Record<string, JsonValue> {
  const claims: Record<string, JsonValue> = {};
  for (const [key, { name, names = [], default: fallback, array }] of Object.entries(keys)) {
    const values = [...(name === undefined ? [] : [name]), ...names]
      .map((each) => valuesOf(assertion, each))
      .find((each) => each.length > 0);
    const value = array === true && values !== undefined ? [...values] : values?.[0];
    const claim = value ?? fallback;
    if (claim !== undefined) claims[key] = claim;
  }
  return claims;
}

function emailOf(assertion: Assertion, claims: Record<string, JsonValue>): string | null {
  const { nameId } = assertion;
  const candidates = [
    typeof claims.email === 'string' ? claims.email : undefined,
    ...EMAIL_ATTRIBUTES.flatMap((name) => valuesOf(assertion, name)),
    nameId?.format === EMAIL_FORMAT ? nameId.value : undefined,
  ];
  const found = candidates.find((candidate) => candidate !== undefined);
  return found === undefined ? null : readEmail(found);
}

/**
 * The members of an assertion that Supabase Auth stores.
 *
 * @throws AuthError saml_assertion_no_user_id, saml_assertion_no_email
 */
export function toSsoUser(
  assertion: Assertion,
  provider: { readonly entityId: string; readonly attributeMapping: AttributeMapping },
): SsoUser {
  const subject = subjectOf(assertion);
  if (subject === null) throw ssoErrors.samlNoUserId();
  const claims = mapped(assertion, provider.attributeMapping);
  const email = emailOf(assertion, claims);
  if (email === null) throw ssoErrors.samlNoEmail();
  const others = Object.entries(claims).filter(([name]) => !OWN_CLAIMS.has(name));
  const isStandard = ([name, value]: [string, JsonValue]) =>
    STANDARD_CLAIMS.has(name) && typeof value === 'string';
  const custom = others.filter((claim) => !isStandard(claim));
  return {
    subject,
    email,
    data: {
      ...Object.fromEntries(others.filter(isStandard)),
      ...(custom.length === 0 ? {} : { custom_claims: Object.fromEntries(custom) }),
      iss: provider.entityId,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
    },
  };
}
