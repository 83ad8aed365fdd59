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
 * Where a captcha is set up, asks for a solved one; of everybody but the operator.
 * Requests are counted before, so that nobody has us ask the provider without end.
 *
 * @throws AuthError captcha_failed
 */
export async function requireCaptcha(auth: AuthContext, c: RouteContext): Promise<void> {
  if (auth.captcha === null || (await isOperator(auth, c))) return;
  const { gotrue_meta_security: security } = await readBody(c, bodySchema);
  await auth.captcha.verify(security?.captcha_token, describeClient(c).ip);
}
