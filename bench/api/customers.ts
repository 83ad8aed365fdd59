import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { Sql } from '@beaconpay/server/platform/database/connection';
import { createTokenSigner } from '@beaconpay/server/platform/identity/access-token';
import { importSigningKey } from '@beaconpay/server/platform/identity/signing-keys';

const TOKEN_LIFETIME_S = 6 * 60 * 60;

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly sessionId: string;
  readonly token: string;
}

export type TokenIssuer = (
  people: readonly { id: string; email: string; fullName: string }[],
) => Promise<SignedInPerson[]>;

/** Signs access tokens like those of a sign-in. */
export async function createTokenIssuer(signingJwk: JWK): Promise<TokenIssuer> {
  const signer = createTokenSigner({ current: await importSigningKey(signingJwk) });
  return (people) =>
    Promise.all(
      people.map(async (person) => {
        const sessionId = randomUUID();
        const issuedAtS = Math.floor(Date.now() / 1000);
        const token = await signer.sign({
          iss: 'http://localhost:3000/auth/v1',
          sub: person.id,
          aud: 'authenticated',
          iat: issuedAtS,
          exp: issuedAtS + TOKEN_LIFETIME_S,
          email: person.email,
          phone: '',
          app_metadata: { provider: 'email', providers: ['email'] },
          user_metadata: { full_name: person.fullName, account_type: 'personal' },
          role: 'authenticated',
          aal: 'aal1',
          amr: [{ method: 'password', timestamp: issuedAtS }],
          session_id: sessionId,
          is_anonymous: false,
        });
        return { ...person, sessionId, token };
      }),
    );
}

/** Selects customers with orders, evenly from the whole table. */
export async function pickCustomers(sql: Sql, count: number, issueTokens: TokenIssuer) {
  const rows = await sql<{ id: string; email: string; fullName: string }[]>`
    select profiles.id, users.email, profiles.full_name as "fullName"
    from public.profiles join public.users on users.id = profiles.id
    where account_type <> 'admin'
      and exists (select from public.orders where user_id = profiles.id)
    order by md5(profiles.id::text) limit ${count}`;
  return issueTokens([...rows]);
}

export async function pickAdministrator(
  sql: Sql,
  issueTokens: TokenIssuer,
): Promise<SignedInPerson> {
  const rows = await sql<{ id: string; email: string; fullName: string }[]>`
    select profiles.id, users.email, coalesce(profiles.full_name, '') as "fullName"
    from public.profiles join public.users on users.id = profiles.id
    where account_type = 'admin' limit 1`;
  const [administrator] = await issueTokens([...rows]);
  if (administrator === undefined) throw new Error('There is no administrator.');
  return administrator;
}
