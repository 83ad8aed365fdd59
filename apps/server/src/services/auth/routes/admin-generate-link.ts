import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import { viewUser } from '../accounts/user-view.ts';
import { generateLink, parseLinkType } from '../account-commands/generate-link.ts';
import { chooseRedirect } from '../redirects.ts';
import { describeClient } from './describe-client.ts';
import { metadataField, optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadataField,
  redirect_to: optionalText,
});

/** POST /admin/generate_link */
export const adminGenerateLinkRoute: Route = async (auth, c) => {
  const body = await readBody(c, bodySchema);
  const email = parseEmail(body.email ?? '');
  const redirectTo = chooseRedirect(auth.config, body.redirect_to ?? c.req.query('redirect_to'));
  const generated = await generateLink(auth, {
    type: parseLinkType(body.type),
    email,
    newEmail: body.new_email === undefined ? null : parseEmail(body.new_email),
    password: body.password ?? null,
    data: body.data ?? {},
    redirectTo,
    client: describeClient(c),
  });
  return c.json({
    ...viewUser(generated.user),
    action_link: generated.link,
    email_otp: generated.code,
    hashed_token: generated.linkToken,
    verification_type: generated.verificationType,
    redirect_to: redirectTo,
  });
};
