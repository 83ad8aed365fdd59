import type { JWK } from 'jose';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Sql, Transaction, Database } from '../database/connection.ts';
import type { Sealer } from '../sealing.ts';
import { generateSigningJwk, importSigningKey, keyIdOf, type SigningKey } from './signing-keys.ts';

/** The time for which clients may cache `/.well-known/jwks.json`. */
const PUBLISHED_FOR_S = 600;

/** Keys of a file. */
export interface KeyFile {
  /** The first key signs. */
  readonly jwks: readonly JWK[];
  /** True for a file of the operator: a key is valid while it is in the file. */
  readonly isGiven: boolean;
}

export interface KeptKey {
  readonly key: SigningKey;
  readonly signsFromMs: number;
}

interface KeyRow {
  readonly key_id: string;
  readonly sealed_jwk: Uint8Array | null;
  readonly signs_from: Date;
}

/** Null for a removed key, or one that was encrypted with another secret key. */
function openJwk(sealer: Sealer, row: KeyRow): JWK | null {
  if (row.sealed_jwk === null) return null;
  try {
    return sealer.open(row.key_id, row.sealed_jwk) as JWK;
  } catch {
    return null;
  }
}

function readRows(sql: Database): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select key_id, sealed_jwk, signs_from from backend_shared.signing_keys order by signs_from`;
}

/** The past, current and future signing keys, oldest first. */
export async function readKeptKeys(sql: Sql, sealer: Sealer): Promise<KeptKey[]> {
  const rows = await readRows(sql);
  const keys = rows.map(async (row) => {
    const jwk = openJwk(sealer, row);
    return jwk === null
      ? []
      : [{ key: await importSigningKey(jwk), signsFromMs: row.signs_from.getTime() }];
  });
  return (await Promise.all(keys)).flat();
}

/** @param inS seconds until the key signs */
async function keep(
  sql: Transaction,
  sealer: Sealer,
  jwk: JWK,
  inS: number,
): Promise<{ keyId: string; signsFrom: Date }> {
  const keyId = await keyIdOf(jwk);
  const [row] = await sql<{ signs_from: Date }[]>`
    insert into backend_shared.signing_keys (key_id, sealed_jwk, signs_from)
    values (${keyId}, ${sealer.seal(keyId, jwk)}, now() + make_interval(secs => ${inS}))
    on conflict (key_id)
      do update set sealed_jwk = excluded.sealed_jwk, signs_from = excluded.signs_from
    returning signs_from`;
  if (row === undefined) throw new Error('The signing key was not stored.');
  return { keyId, signsFrom: row.signs_from };
}

/** The keys of the file that are also stored in the database, the signing key first. */
async function missingKeys(
  sql: Transaction,
  sealer: Sealer,
  { jwks, isGiven }: KeyFile,
): Promise<JWK[]> {
  const rows = await readRows(sql);
  const usable = rows.filter((row) => openJwk(sealer, row) !== null);
  const used = new Set(
    rows
      .filter((row) => row.sealed_jwk === null || usable.includes(row))
      .map(({ key_id: keyId }) => keyId),
  );
  const named = await Promise.all(jwks.map(async (jwk) => ({ jwk, keyId: await keyIdOf(jwk) })));
  const unused = named.filter(({ keyId }) => !used.has(keyId)).map(({ jwk }) => jwk);
  // An operator rotates keys by adding a new first key. The other keys of the file still verify.
  if (isGiven) {
    const first = unused.filter((jwk) => jwk === jwks[0]);
    return first.length > 0 || usable.length > 0 ? first : [await generateSigningJwk()];
  }
  if (usable.length > 0) return [];
  return unused.length > 0 ? unused : [await generateSigningJwk()];
}

/** Imports the keys of a file once, also when several processes start at the same time. */
export async function importKeys(sql: Sql, sealer: Sealer, file: KeyFile): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys})`;
    const missing = await missingKeys(transaction, sealer, file);
    for (const [place, jwk] of missing.entries()) await keep(transaction, sealer, jwk, -place);
  });
}

export interface Rotation {
  readonly keyId: string;
  readonly signsFrom: Date;
}

/**
 * Creates a new key. It signs when the caches of all clients have expired. The older keys verify until
 * their last token has expired.
 *
 * @param isCompromised the new key signs at once, and all older keys are revoked
 */
export async function rotateStoredKeys(
  sql: Sql,
  sealer: Sealer,
  isCompromised: boolean,
): Promise<Rotation> {
  const jwk = await generateSigningJwk();
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signingKeys})`;
    if (isCompromised) {
      await transaction`
        update backend_shared.signing_keys set sealed_jwk = null where sealed_jwk is not null`;
    }
    return keep(transaction, sealer, jwk, isCompromised ? 0 : PUBLISHED_FOR_S);
  });
}

/** Removes the keys whose tokens have all expired. */
export async function dropRetiredKeys(sql: Sql, tokensLiveS: number): Promise<void> {
  await sql`
    update backend_shared.signing_keys k set sealed_jwk = null
    where k.sealed_jwk is not null and exists (
      select from backend_shared.signing_keys newer
      where newer.signs_from > k.signs_from
        and newer.signs_from < now() - make_interval(secs => ${tokensLiveS})
    )`;
}
