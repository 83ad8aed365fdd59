import { z } from 'zod';
import { deleteUser } from '../account-commands/administer.ts';
import { findNamedUser } from './admin-user-fields.ts';
import { describeClient } from './describe-client.ts';
import { optionalFlag, readBody } from './request-body.ts';
import type { Route } from './route.ts';

const bodySchema = z.object({ should_soft_delete: optionalFlag });

/** DELETE /admin/users/:id */
export const adminUsersDeleteRoute: Route = async (auth, c) => {
  const { id } = await findNamedUser(auth, c);
  const { should_soft_delete: isSoft } = await readBody(c, bodySchema);
  await deleteUser(auth, id, isSoft, describeClient(c));
  return c.json({});
};
