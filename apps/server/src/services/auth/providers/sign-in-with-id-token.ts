import type { AuthContext } from '../auth-context.ts';
import { OAuthError } from '../errors.ts';
import type { ClientDetails } from '../client-details.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { signIn } from '../sessions/sign-in.ts';
import { requireLinking } from './link-identity.ts';
import { consumeAssertion } from './provider-flows.ts';
import type { IdTokenProof } from './provider.ts';
import { withAccountOf } from './sign-in-with-provider.ts';

interface IdTokenSignIn extends Omit<IdTokenProof, 'now'> {
  readonly provider: string;
  /** The signed-in user who links the identity; null for a sign-in. */
  readonly linksTo: SignedIn | null;
  readonly client: ClientDetails;
}

/** The signed part of a token: its content, without the encoding of the signature. */
function signedPartOf(idToken: string): string {
  return idToken.slice(0, idToken.lastIndexOf('.'));
}

/** @throws OAuthError, AuthError as in the contract of the grant `id_token` */
export async function signInWithIdToken(
  auth: AuthContext,
  { provider: name, linksTo, client, ...proof }: IdTokenSignIn,
): Promise<OpenSession> {
  const provider = auth.providers.get(name);
  if (provider === undefined) {
    throw new OAuthError('invalid_request', `Provider ${JSON.stringify(name)} is not enabled`);
  }
  if (linksTo !== null) requireLinking(auth, linksTo);
  const now = auth.clock.now();
  const { person, expiresAt } = await provider.verifyIdToken({ ...proof, now });
  if (!(await consumeAssertion(auth.sql, signedPartOf(proof.idToken), expiresAt))) {
    throw new OAuthError('invalid_grant', 'The id token has been used already');
  }
  const coming = { provider: name, person, linksTo: linksTo?.user.id ?? null, client };
  return withAccountOf(auth, coming, (sql, userId) =>
    signIn(auth, sql, { userId, method: 'oauth', client, now }),
  );
}
