import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { issueProviderCode } from '../flow-states/flow-states.ts';
import type { ClientDetails } from '../client-details.ts';
import { findSessionOfUser, type OpenSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { callbackUrlOf, findProvider } from './begin-flow.ts';
import { requireLinking } from './link-identity.ts';
import type { ReturnedFlow } from './provider-flows.ts';
import { sealTokens } from './provider-tokens.ts';
import type { ProviderTokens } from './provider.ts';
import { withAccountOf } from './sign-in-with-provider.ts';

/** The result of a flow: a session, or a code that the app exchanges for one. */
type FinishedProviderFlow =
  | { readonly kind: 'session'; readonly session: OpenSession; readonly tokens: ProviderTokens }
  | { readonly kind: 'code'; readonly authCode: string };

/** The user who started the link must still be signed in with the same session. */
async function requireLinker(
  auth: AuthContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const now = auth.clock.now();
  const { user, session } = await findSessionOfUser(auth.sql, userId, sessionId, now);
  if (user === null) throw authErrors.userOfTokenNotFound();
  if (session === null) throw authErrors.sessionNotFound();
  requireLinking(auth, { user, session });
}

/**
 * Reads the response of a provider. Signs its user in, or links the identity to the account that started
 * the flow.
 *
 * @param parameters the parameters of the provider's redirect
 */
export async function finishProviderFlow(
  auth: AuthContext,
  { purpose, checks }: ReturnedFlow,
  parameters: URLSearchParams,
  client: ClientDetails,
): Promise<FinishedProviderFlow> {
  const { provider: name, challenge, linksTo } = purpose;
  if (linksTo !== null) await requireLinker(auth, linksTo);
  const responseUrl = new URL(`${callbackUrlOf(auth)}?${parameters.toString()}`);
  const { person, tokens } = await findProvider(auth, name).readAnswer(responseUrl, checks);
  const now = auth.clock.now();

  const coming = { provider: name, person, linksTo: linksTo?.userId ?? null, client };
  return withAccountOf<FinishedProviderFlow>(auth, coming, async (sql, userId) => {
    if (challenge !== null) {
      const seal = (id: string) => sealTokens(auth.providerSealer, id, tokens);
      const flow = { userId, provider: name, challenge, seal, now };
      return { kind: 'code', authCode: await issueProviderCode(sql, flow) };
    }
    const session = await signIn(auth, sql, { userId, method: 'oauth', client, now });
    return { kind: 'session', session, tokens };
  });
}
