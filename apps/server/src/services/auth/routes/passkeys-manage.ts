import { z } from 'zod';
import { OPERATOR } from '../audit/audit-log.ts';
import { removePasskey, renamePasskey, viewPasskey } from '../passkeys/manage-passkeys.ts';
import { listPasskeys } from '../passkeys/passkey-rows.ts';
import { requireAal2, sessionOf } from '../sessions/signed-in.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { pathIdOf } from './path-id.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';

const renameSchema = z.object({ friendly_name: z.string().trim().min(1).max(120) });

/** GET /passkeys */
export const passkeysListRoute: Route = async (auth, c) => {
  const { user } = await requireUser(auth, c);
  return c.json((await listPasskeys(auth.sql, user.id)).map(viewPasskey));
};

/** PATCH /passkeys/:passkeyId */
export const passkeysRenameRoute: Route = async (auth, c) => {
  const { user } = await requireUser(auth, c);
  const { friendly_name: name } = await readBody(c, renameSchema);
  const passkeyId = pathIdOf(c, 'passkeyId', 'passkey_id');
  return c.json(viewPasskey(await renamePasskey(auth, user.id, passkeyId, name)));
};

/** DELETE /passkeys/:passkeyId */
export const passkeysDeleteRoute: Route = async (auth, c) => {
  const signedIn = await requireUser(auth, c);
  sessionOf(signedIn);
  requireAal2(signedIn);
  const passkeyId = pathIdOf(c, 'passkeyId', 'passkey_id');
  const { user } = signedIn;
  await removePasskey(auth, { userId: user.id, passkeyId, actor: user, client: describeClient(c) });
  return c.body(null, 204);
};

/** GET /admin/users/:id/passkeys */
export const adminPasskeysListRoute: Route = async (auth, c) => {
  const { id } = await findNamedUser(auth, c);
  return c.json((await listPasskeys(auth.sql, id)).map(viewPasskey));
};

/** DELETE /admin/users/:id/passkeys/:passkeyId */
export const adminPasskeysDeleteRoute: Route = async (auth, c) => {
  const { id: userId } = await findNamedUser(auth, c);
  const passkeyId = pathIdOf(c, 'passkeyId', 'passkey_id');
  await removePasskey(auth, { userId, passkeyId, actor: OPERATOR, client: describeClient(c) });
  return c.body(null, 204);
};
