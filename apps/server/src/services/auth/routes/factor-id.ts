import type { Context } from 'hono';
import { z } from 'zod';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import { authErrors } from '../errors.ts';

/** The factor that the address names. */
export function factorIdOf(c: Context<ServiceEnv>, parameter: 'id' | 'factorId' = 'id'): string {
  const id = z.guid().safeParse(c.req.param(parameter));
  if (!id.success) throw authErrors.validationFailed('factor_id must be an UUID');
  return id.data;
}
