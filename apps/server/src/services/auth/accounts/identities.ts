import type { JsonObject } from '../../../platform/json.ts';
import { isStorable, type Database } from '../database.ts';

const MAX_PROVIDER_ID_LENGTH = 500;

/** A way to sign in to an account. */
export interface NewIdentity {
  readonly provider: string;
  /** Whose it is there. */
  readonly providerId: string;
  readonly data: JsonObject;
}

/**
 * Whether a provider's id of a person identifies one. An id without a visible character would be
 * shared by all people that the provider leaves unnamed.
 */
export function isProviderId(id: unknown): id is string {
  return (
    typeof id === 'string' &&
    id.length <= MAX_PROVIDER_ID_LENGTH &&
    /[^\s\p{C}]/u.test(id) &&
    isStorable(id)
  );
}

/** Whose a way to sign in is. */
interface IdentityOwner {
  readonly identityId: string;
  readonly userId: string;
}

/**
 * Keeps everybody else from using or adding a way to sign in until the
 * transaction ends: two tabs that finish one sign-up make one account.
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

/** Keeps what a provider says now of somebody who signed in there. */
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

/** Adds a way to sign in. An anonymous account becomes a lasting one. */
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

/** Takes over what a provider says of somebody. What the account says already stays as it is. */
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

/** Writes on the account which ways to sign in it has: `provider` is the oldest. */
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
