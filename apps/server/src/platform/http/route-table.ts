import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { ServiceEnv } from './request-variables.ts';

/** Answers the requests to one endpoint. */
export type Route<Deps> = (deps: Deps, c: Context<ServiceEnv>) => Response | Promise<Response>;

/** Paths have the syntax of Hono. Earlier entries take precedence. */
export type RouteEntry<Deps> = readonly [method: string, path: string, route: Route<Deps>];

/** Registers the routes of a service. */
export function addRoutes<Deps>(
  app: Hono<ServiceEnv>,
  deps: Deps,
  routes: readonly RouteEntry<Deps>[],
  ...middleware: readonly MiddlewareHandler<ServiceEnv>[]
): void {
  for (const [method, path, route] of routes) {
    app.on(method, [path], ...middleware, (c: Context<ServiceEnv>) => route(deps, c));
  }
}
