import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import {
  PLACEHOLDER_PATHS,
  type PlaceholderPath,
} from '../features/placeholder/placeholder-paths.ts';
import { DASHBOARD_PATHS } from './dashboards.ts';
import { BareErrorScreen, ErrorScreen } from './error-screen.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import { homeMetadata, type RouteMetadata } from './route-metadata.ts';
import { withChunkError } from '../boot/chunk-error.ts';

/** The exports of a file in app/routes. */
interface RoutePart {
  Component: ComponentType;
  /** Missing if the table below has it. */
  handle?: RouteMetadata;
}

interface RouteModulePart extends RoutePart {
  /** Settles when the whole page can be shown. */
  ready?: Promise<unknown>;
}

type RouteModule = () => Promise<RouteModulePart>;

const loadHome: RouteModule = () => import('./routes/home.tsx');
const loadPlaceholder =
  (path: PlaceholderPath): RouteModule =>
  () =>
    import('./routes/placeholder.tsx').then(({ placeholderRoute }) => placeholderRoute(path));

const pages: Record<string, RouteModule> = {
  '/cards': () => import('./routes/cards.tsx'),
  '/payments': () => import('./routes/payments.tsx'),
  '/wire-transfers': () => import('./routes/wire-transfers.tsx'),
  '/mobile-recharge': () => import('./routes/mobile-recharge.tsx'),
  '/utility-bills': () => import('./routes/utility-bills.tsx'),
  '/personal': () => import('./routes/personal.tsx'),
  '/business': () => import('./routes/business.tsx'),
  '/admin/login': () => import('./routes/admin-login.tsx'),
  '/admin/panel': () => import('./routes/admin-panel.tsx'),
  '/admin/records': () => import('./routes/admin-records.tsx'),
  '/admin/records/:id': () => import('./routes/admin-record.tsx'),
  '/admin/users/:id': () => import('./routes/admin-user.tsx'),
  '/admin/deliveries': () => import('./routes/admin-deliveries.tsx'),
  '/admin/statements': () => import('./routes/admin-statements.tsx'),
  '/admin/figures': () => import('./routes/admin-figures.tsx'),
  '/admin/audit': () => import('./routes/admin-audit.tsx'),
  '/admin/settings': () => import('./routes/admin-settings.tsx'),
  '/unsubscribe': () => import('./routes/unsubscribe.tsx'),
  '/payment-success': () => import('./routes/payment-success.tsx'),
  '/payment-cancel': () => import('./routes/payment-cancel.tsx'),
};

/** Pages for contributors. A production build replaces DEV with false and leaves them out. */
const devPages: Record<string, RouteModule> = import.meta.env.DEV
  ? { '/dev/components': () => import('../dev/components-page.tsx') }
  : {};

/** All routes. Each is loaded on first use. Unknown paths show the home page. */
export function createRoutes(): RouteObject[] {
  return [
    {
      element: <RootLayout />,
      errorElement: <BareErrorScreen />,
      children: [
        {
          errorElement: <ErrorScreen />,
          children: [
            { path: '/', handle: homeMetadata, lazy: whole(loadHome) },
            ...Object.entries({ ...pages, ...devPages }).map(([path, load]) => ({
              path,
              lazy: whole(load),
            })),
            ...PLACEHOLDER_PATHS.map((path) => ({ path, lazy: whole(loadPlaceholder(path)) })),
            { path: '*', handle: { ...homeMetadata, isPrivate: true }, lazy: whole(loadHome) },
          ],
        },
      ],
    },
  ];
}

/** The prerendered paths: those that look the same for all visitors, and the dashboards. */
export async function findPrerenderedPaths(): Promise<string[]> {
  const metadata = await Promise.all(
    Object.entries(pages).map(async ([path, load]) => ({ path, handle: (await load()).handle })),
  );
  return [
    '/',
    ...metadata.filter(({ handle }) => handle?.isPrivate !== true).map(({ path }) => path),
    ...PLACEHOLDER_PATHS,
    ...DASHBOARD_PATHS,
  ];
}

/** The file in app/routes, without its extension, that shows a path. */
export function routeFile(path: string): string {
  if (path in pages) return path.slice(1).replaceAll('/', '-');
  return PLACEHOLDER_PATHS.some((placeholder) => placeholder === path) ? 'placeholder' : 'home';
}

/** The module of a page, after everything that it shows at first has loaded. */
function whole(load: RouteModule): () => Promise<RoutePart> {
  return withChunkError(async () => {
    const { ready, ...part } = await load();
    await ready;
    return part;
  });
}
