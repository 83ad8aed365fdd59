import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { prepareRoutes } from './app/prepared-routes.ts';
import { Providers } from './app/providers.tsx';
import { documentTitle, type RouteMetadata } from './app/route-metadata.ts';
import { routeFile } from './app/routes.tsx';

export { findPublicPaths } from './app/routes.tsx';

export interface PrerenderedPage {
  html: string;
  title: string;
  description: string;
  /** The file in app/routes that shows the page, without its ending. */
  routeFile: string;
}

/** Renders the signed-out page of `path` to markup; throws if the path redirects. */
export async function prerender(path: string): Promise<PrerenderedPage> {
  const routes = await prepareRoutes(path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://prerender.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} does not render: it redirects.`);
  const metadata = context.matches.at(-1)?.route.handle as RouteMetadata;
  const html = renderToString(
    <StrictMode>
      <Providers>
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
    title: documentTitle(metadata),
    description: metadata.description,
    routeFile: routeFile(path),
  };
}
