import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { dashboardAt } from './app/dashboards.ts';
import { DashboardSkeleton } from './app/layout/dashboard-skeleton.tsx';
import { prepareRoutes } from './app/prepared-routes.ts';
import { Providers } from './app/providers.tsx';
import { documentTitle, type RouteMetadata } from './app/route-metadata.ts';
import { routeFile } from './app/routes.tsx';
import { LANGUAGES } from './lib/languages.ts';
import { BASE_PATH } from './lib/locale.ts';

export { findPrerenderedPaths } from './app/routes.tsx';

export interface PrerenderedPage {
  /** The path with the part that names the language. */
  pathname: string;
  /** The page for visitors. Empty where visitors are redirected. */
  html: string;
  /** The first view of a browser with a session. Empty for pages that are not dashboards. */
  dashboardStart: string;
  title: string;
  description: string;
  /** Excluded from search engines. */
  isPrivate: boolean;
  /** The file in app/routes that shows the page, without its extension. */
  routeFile: string;
}

/**
 * Renders the signed-out page of `path` to HTML, and its start for a session. Throws if the path redirects.
 */
export async function prerender(path: string): Promise<PrerenderedPage> {
  const routes = await prepareRoutes(path);
  const handler = createStaticHandler(routes, { basename: BASE_PATH });
  const pathname = pathnameOf(path);
  const context = await handler.query(new Request(`http://prerender.invalid${pathname}`));
  if (context instanceof Response) throw new Error(`${path} does not render: it redirects.`);
  const metadata = context.matches.at(-1)?.route.handle as RouteMetadata;
  const dashboard = dashboardAt(path);
  const html =
    dashboard?.hasVisitorPage === false
      ? ''
      : renderToString(
          <StrictMode>
            <Providers path={path}>
              <StaticRouterProvider
                router={createStaticRouter(handler.dataRoutes, context)}
                context={context}
                // No inline script, because the routes have no data to transfer.
                hydrate={false}
              />
            </Providers>
          </StrictMode>,
        );
  return {
    pathname,
    html,
    dashboardStart: dashboard ? renderToStaticMarkup(<DashboardSkeleton {...dashboard} />) : '',
    title: documentTitle(metadata),
    description: metadata.description,
    isPrivate: metadata.isPrivate === true,
    routeFile: routeFile(path),
  };
}

const pathnameOf = (path: string, basePath = BASE_PATH): string =>
  basePath === '/' ? path : `${basePath}${path === '/' ? '' : path}`;

/** The page in each language, by BCP 47 tag, and the one for all other languages. */
export function alternatesOf(path: string): { hreflang: string; href: string }[] {
  const alternates = LANGUAGES.map(({ tag, basePath }) => ({
    hreflang: tag,
    href: pathnameOf(path, basePath),
  }));
  return alternates.length === 1 ? [] : [...alternates, { hreflang: 'x-default', href: path }];
}
