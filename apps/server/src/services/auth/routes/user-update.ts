import { z } from 'zod';
import { parseEmail } from '../accounts/email-address.ts';
import { updateOwnAccount } from '../account-commands/update-own-account.ts';
import { viewUser } from '../accounts/user-view.ts';
import { parseChallenge } from '../flow-states/flow-states.ts';
import { limitRequests } from '../rate-limits.ts';
import { requireUser } from './bearer.ts';
import { describeClient, signalOf } from './describe-client.ts';
import { linkOptionsOf } from './link-options.ts';
import { challengeFields, metadataField, optionalText, readBody } from './request-body.ts';
import type { Route } from './route.ts';
import { parseChannel, phoneOf } from './text-channel.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: metadataField,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

/** PUT /user */
export const userUpdateRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  await limitRequests(auth.limits.updateUser, describeClient(c).limitKey);
  const body = await readBody(c, bodySchema);
  const changes = {
    email: body.email === undefined ? null : parseEmail(body.email),
    phone: body.phone === undefined ? null : phoneOf(auth, body.phone),
    channel: parseChannel(body.channel),
    password: body.password ?? null,
    currentPassword: body.current_password ?? null,
    nonce: body.nonce ?? null,
    data: body.data ?? null,
    hasAppMetadata: body.app_metadata !== undefined && body.app_metadata !== null,
  };
  const options = linkOptionsOf(auth, c, parseChallenge(body));
  const update = { signedIn, changes, options, signal: signalOf(c) };
  return c.json(viewUser(await updateOwnAccount(auth, update)));
};
