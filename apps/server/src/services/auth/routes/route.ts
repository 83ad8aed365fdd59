import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { Route as AnyRoute } from '../../../platform/http/route-table.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { AuthContext } from '../auth-context.ts';

export interface AuthEnv {
  Variables: ServiceEnv['Variables'] & {
    /** The parsed body. The captcha check and the route both read it. */
    jsonBody?: JsonObject;
  };
}

export type RouteContext = Context<AuthEnv>;

export type Route = AnyRoute<AuthContext, AuthEnv>;
