import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { OPERATOR } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import { removePasskey, renamePasskey, viewPasskey } from '../passkeys/keep-passkeys.ts';
import { listPasskeys } from '../passkeys/passkey-rows.ts';
import { requireKeeper } from '../passkeys/require-keeper.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { requireOperator, requireUser } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { passkeyIdOf } from './passkey-request.ts';
import { readBody } from './request-body.ts';

const renameSchema = z.object({ friendly_name: z.string().trim().min(1).max(120) });

/** GET /passkeys */
export function createPasskeysListRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { user } = await requireUser(auth, c);
    return c.json((await listPasskeys(auth.sql, user.id)).map(viewPasskey));
  };
}

/** PATCH /passkeys/:passkeyId */
export function createPasskeysRenameRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const { user } = await requireUser(auth, c);
    const { friendly_name: name } = await readBody(c, renameSchema);
    return c.json(viewPasskey(await renamePasskey(auth, user.id, passkeyIdOf(c), name)));
  };
}

/** DELETE /passkeys/:passkeyId */
export function createPasskeysDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    const signedIn = await requireUser(auth, c);
    requireKeeper(signedIn);
    const removal = { userId: signedIn.user.id, passkeyId: passkeyIdOf(c), actor: null };
    await removePasskey(auth, { ...removal, client: describeClient(c) });
    return c.body(null, 204);
  };
}

/** GET /admin/users/:id/passkeys */
export function createAdminPasskeysListRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const { id } = await findNamedUser(auth, c);
    return c.json((await listPasskeys(auth.sql, id)).map(viewPasskey));
  };
}

/** DELETE /admin/users/:id/passkeys/:passkeyId */
export function createAdminPasskeysDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const { id: userId } = await findNamedUser(auth, c);
    const removal = { userId, passkeyId: passkeyIdOf(c), actor: OPERATOR };
    await removePasskey(auth, { ...removal, client: describeClient(c) });
    return c.body(null, 204);
  };
}
