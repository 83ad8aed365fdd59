import { matchRoutes, type RouteObject } from 'react-router';
import { createRoutes } from './routes.tsx';

/**
 * The routes, with those for `path` already loaded. The prerendering and the first render in the browser both
 * show the page itself, so their HTML is the same.
 */
export async function prepareRoutes(path: string): Promise<RouteObject[]> {
  const routes = createRoutes();
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(matches.map(({ route }) => loadNow(route)));
  return routes;
}

async function loadNow(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  const loaded = await route.lazy();
  delete route.lazy;
  Object.assign(route, loaded);
}
