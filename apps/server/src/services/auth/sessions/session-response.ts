import type { JsonObject } from '../../../platform/json.ts';
import type { AuthContext } from '../auth-context.ts';
import type { AuthenticationMethod, OpenSession } from './sessions.ts';
import { AUDIENCE } from '../accounts/users.ts';
import { viewUser } from '../accounts/user-view.ts';

/** The members of a token response that are also in a redirect's fragment. */
interface SessionTokens {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
}

/** The provider of an organisation's sign-in, so that policies can distinguish organisations. */
function viewMethod(
  { method, timestamp }: AuthenticationMethod,
  { identities }: OpenSession['user'],
): JsonObject {
  const sso = identities.find(({ provider }) => provider.startsWith('sso:'));
  return method === 'sso/saml' && sso !== undefined
    ? { method, timestamp, provider: sso.provider.slice('sso:'.length) }
    : { method, timestamp };
}

/** Signs an access token for a session that was just opened or refreshed. */
export async function issueTokens(
  auth: Pick<AuthContext, 'signer' | 'config' | 'clock'>,
  session: OpenSession,
): Promise<SessionTokens> {
  const { user } = session;
  const { jwtExpiryS, apiUrl } = auth.config;
  const issuedAtS = Math.floor(auth.clock.now().getTime() / 1000);
  const fullLifeEndS = issuedAtS + jwtExpiryS;
  const expiresAtS =
    session.endsAt === null
      ? fullLifeEndS
      : Math.min(fullLifeEndS, Math.floor(session.endsAt.getTime() / 1000));
  const claims: JsonObject = {
    iss: `${apiUrl}/auth/v1`,
    sub: user.id,
    aud: AUDIENCE,
    iat: issuedAtS,
    exp: expiresAtS,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? AUDIENCE,
    aal: session.aal,
    amr: session.methods.map((each) => viewMethod(each, user)),
    session_id: session.sessionId,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await auth.signer.sign(claims),
    token_type: 'bearer',
    expires_in: expiresAtS - issuedAtS,
    expires_at: expiresAtS,
    refresh_token: session.refreshToken,
  };
}

/** The response to a sign-in or refresh. */
export async function createSessionResponse(
  auth: Pick<AuthContext, 'signer' | 'config' | 'clock'>,
  session: OpenSession,
): Promise<SessionTokens & { user: JsonObject }> {
  return { ...(await issueTokens(auth, session)), user: viewUser(session.user) };
}
