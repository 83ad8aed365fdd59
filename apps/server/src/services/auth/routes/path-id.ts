import { z } from 'zod';
import { authErrors } from '../errors.ts';
import type { RouteContext } from './route.ts';

/**
 * The id that a path holds.
 *
 * @param called how a refusal names it
 * @throws AuthError validation_failed
 */
export function pathIdOf(c: RouteContext, parameter: string, called: string): string {
  const id = z.guid().safeParse(c.req.param(parameter));
  if (!id.success) throw authErrors.validationFailed(`${called} must be an UUID`);
  return id.data;
}
