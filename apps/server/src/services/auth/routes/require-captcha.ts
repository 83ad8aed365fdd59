import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { isOperator } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { optionalText, readBody } from './request-body.ts';
import type { RouteContext } from './route.ts';

const bodySchema = z.looseObject({
  gotrue_meta_security: z.object({ captcha_token: optionalText }).nullish(),
});

/**
 * Requires a solved captcha if a provider is configured, from all clients but the operator. Requests are
 * counted before, so that no client can cause unlimited requests to the provider.
 *
 * @throws AuthError captcha_failed
 */
export async function requireCaptcha(auth: AuthContext, c: RouteContext): Promise<void> {
  if (auth.captcha === null || (await isOperator(auth, c))) return;
  const { gotrue_meta_security: security } = await readBody(c, bodySchema);
  await auth.captcha.verify(security?.captcha_token, describeClient(c).ip);
}
