import type { Database } from '../../../platform/database/connection.ts';

/** A key in the format of Supabase Auth, so that accounts can be moved. Bytes are base64. */
interface StoredCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly transport: StoredKey['transports'] | null;
  readonly authenticator: { readonly signCount: number };
}

interface StoredKey {
  /** In base64url, as in the browser's response. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
}

function readKey({ id, publicKey, transport, authenticator }: StoredCredential): StoredKey {
  return {
    credentialId: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    counter: authenticator.signCount,
    transports: transport ?? [],
  };
}

export async function findKey(sql: Database, factorId: string): Promise<StoredKey | null> {
  const [row] = await sql<{ credential: StoredCredential }[]>`
    select web_authn_credential as credential from auth.mfa_factors
    where id = ${factorId} and web_authn_credential is not null`;
  return row === undefined ? null : readKey(row.credential);
}

export async function listKeys(sql: Database, userId: string): Promise<StoredKey[]> {
  const rows = await sql<{ credential: StoredCredential }[]>`
    select web_authn_credential as credential from auth.mfa_factors
    where user_id = ${userId} and web_authn_credential is not null`;
  return rows.map(({ credential }) => readKey(credential));
}

interface NewKey {
  /** In base64url. */
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** The model of the key (AAGUID). */
  readonly aaguid: string;
  readonly userVerified: boolean;
}

/** @returns false when another factor of the account has this key */
export async function storeKey(sql: Database, factorId: string, key: NewKey): Promise<boolean> {
  const id = Buffer.from(key.id, 'base64url').toString('base64');
  const aaguid = Buffer.from(key.aaguid.replaceAll('-', ''), 'hex').toString('base64');
  const credential = {
    id,
    publicKey: Buffer.from(key.publicKey).toString('base64'),
    attestationType: 'none',
    transport: [...key.transports],
    flags: { userPresent: true, userVerified: key.userVerified },
    authenticator: { AAGUID: aaguid, signCount: key.counter, cloneWarning: false, attachment: '' },
  };
  const stored = await sql`
    update auth.mfa_factors f
    set web_authn_credential = ${sql.json(credential)}, web_authn_aaguid = ${key.aaguid}
    where f.id = ${factorId} and not exists (
      select from auth.mfa_factors other
      where other.user_id = f.user_id and other.web_authn_credential ->> 'id' = ${id}
    )
    returning 1`;
  return stored.length > 0;
}

export async function storeKeyCounter(
  sql: Database,
  factorId: string,
  counter: number,
): Promise<void> {
  await sql`
    update auth.mfa_factors
    set web_authn_credential =
      jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb(${counter}::bigint))
    where id = ${factorId}`;
}

/** The challenge that the browser signs. */
interface KeyChallenge {
  readonly challenge: string;
  readonly type: 'create' | 'request';
}

export async function storeKeyChallenge(
  sql: Database,
  challengeId: string,
  challenge: KeyChallenge,
): Promise<void> {
  await sql`
    update auth.mfa_challenges set web_authn_session_data = ${sql.json({ ...challenge })}
    where id = ${challengeId}`;
}

export async function findKeyChallenge(
  sql: Database,
  challengeId: string,
): Promise<KeyChallenge | null> {
  const [row] = await sql<{ challenge: KeyChallenge | null }[]>`
    select web_authn_session_data as challenge from auth.mfa_challenges where id = ${challengeId}`;
  return row?.challenge ?? null;
}
