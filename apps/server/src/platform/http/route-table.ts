import type { Context, Env, Hono, MiddlewareHandler } from 'hono';
import type { ServiceEnv } from './request-variables.ts';

/** Answers the requests to one endpoint. */
export type Route<Deps, E extends Env = ServiceEnv> = (
  deps: Deps,
  c: Context<E>,
) => Response | Promise<Response>;

/** Paths have the syntax of Hono. Earlier entries take precedence. */
export type RouteEntry<Deps, E extends Env = ServiceEnv> = readonly [
  method: string,
  path: string,
  route: Route<Deps, E>,
];

/** Registers the routes of a service. */
export function addRoutes<Deps, E extends Env>(
  app: Hono<E>,
  deps: Deps,
  routes: readonly RouteEntry<Deps, E>[],
  ...middleware: readonly MiddlewareHandler<E>[]
): void {
  for (const [method, path, route] of routes) {
    app.on(method, [path], ...middleware, (c: Context<E>) => route(deps, c));
  }
}
