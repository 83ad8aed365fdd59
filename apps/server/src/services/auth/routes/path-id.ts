import { z } from 'zod';
import { authErrors } from '../errors.ts';
import type { RouteContext } from './route.ts';

/**
 * The id in a path.
 *
 * @param called the name of the id in the error
 * @throws AuthError validation_failed
 */
export function pathIdOf(c: RouteContext, parameter: string, called: string): string {
  const id = z.guid().safeParse(c.req.param(parameter));
  if (!id.success) throw authErrors.validationFailed(`${called} must be an UUID`);
  return id.data;
}
