import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { dashboardAt } from './app/dashboards.ts';
import { DashboardSkeleton } from './app/layout/dashboard-skeleton.tsx';
import { prepareRoutes } from './app/prepared-routes.ts';
import { Providers } from './app/providers.tsx';
import { documentTitle, type RouteMetadata } from './app/route-metadata.ts';
import { routeFile } from './app/routes.tsx';

export { findPrerenderedPaths } from './app/routes.tsx';

export interface PrerenderedPage {
  /** What visitors see; empty where they are led elsewhere. */
  html: string;
  /** What a browser with a session shows first; empty for pages that are no dashboard. */
  dashboardStart: string;
  title: string;
  description: string;
  /** Kept out of search engines. */
  isPrivate: boolean;
  /** The file in app/routes that shows the page, without its ending. */
  routeFile: string;
}

/** Renders the signed-out page of `path` to markup, and its start for a session; throws if the path redirects. */
export async function prerender(path: string): Promise<PrerenderedPage> {
  const routes = await prepareRoutes(path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://prerender.invalid${path}`));
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
                // No inline script: the routes have no data to hand over.
                hydrate={false}
              />
            </Providers>
          </StrictMode>,
        );
  return {
    html,
    dashboardStart: dashboard ? renderToStaticMarkup(<DashboardSkeleton {...dashboard} />) : '',
    title: documentTitle(metadata),
    description: metadata.description,
    isPrivate: metadata.isPrivate === true,
    routeFile: routeFile(path),
  };
}
