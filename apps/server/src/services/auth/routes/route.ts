import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';

export type RouteContext = Context<ServiceEnv>;

/** Answers the requests to one endpoint. */
export type Route = (auth: AuthContext, c: RouteContext) => Response | Promise<Response>;
