import { z } from 'zod';
import { authErrors } from '../errors.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { chooseRedirect } from '../redirects.ts';
import { beginSamlSignIn, requireSaml, type SamlSignInRequest } from '../sso/begin-saml-sign-in.ts';
import { describeClient } from './describe-client.ts';
import { challengeFields, optionalFlag, optionalText, readBody } from './request-body.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({
  provider_id: optionalText.pipe(z.guid('must be a UUID').optional()),
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: optionalFlag,
  ...challengeFields,
});

function targetOf(body: z.output<typeof bodySchema>): SamlSignInRequest['target'] {
  const { provider_id: providerId, domain } = body;
  if (providerId !== undefined && domain !== undefined) {
    throw authErrors.validationFailed('Only one of provider_id or domain supported');
  }
  if (providerId !== undefined) return { providerId };
  if (domain !== undefined) return { domain };
  throw authErrors.validationFailed('A provider_id or domain needs to be provided');
}

/** POST /sso: the URL for the sign-in at an organisation. */
export const ssoRoute: Route = async (auth, c) => {
  await limitRequests(auth.limits.sso, describeClient(c).limitKey);
  await requireCaptcha(auth, c);
  requireSaml(auth);
  const body = await readBody(c, bodySchema);
  const url = await beginSamlSignIn(auth, {
    target: targetOf(body),
    redirectTo: chooseRedirect(auth.config, body.redirect_to ?? c.req.query('redirect_to')),
    challenge: parseChallenge(body),
  });
  return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
};
