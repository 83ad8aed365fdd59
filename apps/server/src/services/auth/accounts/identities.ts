import type { JsonObject } from '../../../platform/json.ts';
import { isStorable } from '../storable-text.ts';
import type { Database } from '../../../platform/database/connection.ts';

const MAX_PROVIDER_ID_LENGTH = 500;

/** An identity of a sign-in provider (auth.identities). */
export interface NewIdentity {
  readonly provider: string;
  /** The user's id at the provider. */
  readonly providerId: string;
  readonly data: JsonObject;
}

/**
 * Whether a provider's user id is usable. An id without a visible character would be shared by all users that
 * the provider does not name.
 */
export function isProviderId(id: unknown): id is string {
  return (
    typeof id === 'string' &&
    id.length <= MAX_PROVIDER_ID_LENGTH &&
    /[^\s\p{C}]/u.test(id) &&
    isStorable(id)
  );
}

/** The account of an identity. */
interface IdentityOwner {
  readonly identityId: string;
  readonly userId: string;
}

/**
 * Locks an identity until the transaction ends, so that two tabs that complete one sign-up create one
 * account.
 */
export async function lockIdentity(
  sql: Database,
  { provider, providerId }: Pick<NewIdentity, 'provider' | 'providerId'>,
): Promise<IdentityOwner | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${providerId}`}, 7))`;
  const [owner] = await sql<IdentityOwner[]>`
    select id as "identityId", user_id as "userId" from auth.identities
    where provider = ${provider} and provider_id = ${providerId}`;
  return owner ?? null;
}

/** Stores the provider's current data of a user who signed in. */
export async function touchIdentity(
  sql: Database,
  identityId: string,
  data: NewIdentity['data'],
  now: Date,
): Promise<void> {
  await sql`
    update auth.identities set
      identity_data = identity_data || ${sql.json(data)}, last_sign_in_at = ${now},
      updated_at = ${now}
    where id = ${identityId}`;
}

/** Adds an identity. An anonymous account becomes a permanent one. */
export async function addIdentity(
  sql: Database,
  userId: string,
  { provider, providerId, data }: NewIdentity,
  now: Date,
): Promise<void> {
  await sql`
    insert into auth.identities (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (
      ${providerId}, ${userId}, ${sql.json(data)}, ${provider}, ${now}, ${now}, ${now}
    )`;
  await sql`
    update auth.users set is_anonymous = false, updated_at = ${now} where id = ${userId}`;
  await refreshProviders(sql, userId);
}

/** Copies the provider's data of a user to the account. Existing values of the account stay. */
export async function completeMetadata(
  sql: Database,
  userId: string,
  data: NewIdentity['data'],
): Promise<void> {
  await sql`
    update auth.users set
      raw_user_meta_data = ${sql.json(data)}::jsonb || coalesce(raw_user_meta_data, '{}')
    where id = ${userId}`;
}

export async function removeIdentity(
  sql: Database,
  userId: string,
  identityId: string,
): Promise<void> {
  await sql`delete from auth.identities where id = ${identityId} and user_id = ${userId}`;
  await refreshProviders(sql, userId);
}

/** Writes the providers of the account into its metadata. `provider` is the oldest one. */
export async function refreshProviders(sql: Database, userId: string): Promise<void> {
  await sql`
    update auth.users set raw_app_meta_data =
      coalesce(raw_app_meta_data, '{}') || coalesce((
        select jsonb_build_object(
          'provider', (array_agg(i.provider order by i.since, i.provider))[1],
          'providers', jsonb_agg(i.provider order by i.since, i.provider)
        )
        from (
          select provider, min(created_at) as since from auth.identities
          where user_id = ${userId} group by provider
        ) i having count(*) > 0
      ), '{}')
    where id = ${userId}`;
}
