import { z } from 'zod';
import { authErrors } from '../errors.ts';
import { listUsers } from '../account-commands/administer.ts';
import { viewUser } from '../accounts/user-view.ts';
import { AUDIENCE } from '../accounts/users.ts';
import type { Route } from './route.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** Clients send an empty parameter for "the default". */
const positive = (fallback: number, max: number) =>
  z
    .string()
    .optional()
    .transform((text) => (text === undefined || text === '' ? fallback : Number(text)))
    .pipe(z.number().int().min(1).max(max));
const querySchema = z.object({
  page: positive(1, 1_000_000),
  per_page: positive(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
});

function pageLinks(page: number, pageSize: number, total: number): string {
  const last = Math.max(Math.ceil(total / pageSize), 1);
  const link = (number: number, relation: string) =>
    `</admin/users?page=${number}&per_page=${pageSize}>; rel="${relation}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

/** GET /admin/users?page=&per_page= */
export const adminUsersListRoute: Route = async (auth, c) => {
  const query = querySchema.safeParse(c.req.query());
  if (!query.success) {
    throw authErrors.validationFailed(
      `Bad Pagination Parameters: page must be 1 or more, per_page 1 to ${MAX_PAGE_SIZE}`,
    );
  }
  const { page, per_page: pageSize } = query.data;
  const { users, total } = await listUsers(auth, page, pageSize);
  c.header('X-Total-Count', String(total));
  c.header('Link', pageLinks(page, pageSize, total));
  return c.json({ users: users.map(viewUser), aud: AUDIENCE });
};
