import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { placeholderPages } from '../features/placeholder/placeholder-pages.ts';
import { BareErrorScreen, ErrorScreen } from './error-screen.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import { homeMetadata, routeMetadata, type RouteMetadata } from './route-metadata.ts';

type RouteModule = () => Promise<{ Component: ComponentType }>;

const loadHome: RouteModule = () => import('./routes/home.tsx');
const loadPlaceholder: RouteModule = () => import('./routes/placeholder.tsx');

const pages: Record<keyof typeof routeMetadata, RouteModule> = {
  '/cards': () => import('./routes/cards.tsx'),
  '/payments': () => import('./routes/payments.tsx'),
  '/wire-transfers': () => import('./routes/wire-transfers.tsx'),
  '/mobile-recharge': () => import('./routes/mobile-recharge.tsx'),
  '/utility-bills': () => import('./routes/utility-bills.tsx'),
  '/personal': () => import('./routes/personal.tsx'),
  '/business': () => import('./routes/business.tsx'),
  '/admin/login': () => import('./routes/admin-login.tsx'),
  '/admin/panel': () => import('./routes/admin-panel.tsx'),
  '/payment-success': () => import('./routes/payment-success.tsx'),
  '/payment-cancel': () => import('./routes/payment-cancel.tsx'),
};

/** Every route, each loaded when first needed; unknown paths show the home page. */
export function createRoutes(): RouteObject[] {
  return [
    {
      element: <RootLayout />,
      errorElement: <BareErrorScreen />,
      children: [
        {
          errorElement: <ErrorScreen />,
          children: [
            page('/', homeMetadata, loadHome),
            ...Object.entries(pages).map(([path, load]) =>
              page(path, routeMetadata[path as keyof typeof routeMetadata], load),
            ),
            ...placeholderPages.map(({ path, name, summary }) =>
              page(path, { title: name, description: summary }, loadPlaceholder),
            ),
            page('*', { ...homeMetadata, isPrivate: true }, loadHome),
          ],
        },
      ],
    },
  ];
}

/** Paths anyone may see and that look the same for everyone signed out. */
export const publicPaths: readonly string[] = [
  '/',
  ...Object.entries<RouteMetadata>(routeMetadata)
    .filter(([, metadata]) => metadata.isPrivate !== true)
    .map(([path]) => path),
  ...placeholderPages.map(({ path }) => path),
];

/** The file in app/routes, without its ending, that shows a path. */
export function routeFile(path: string): string {
  if (path in pages) return path.slice(1).replaceAll('/', '-');
  return placeholderPages.some((placeholder) => placeholder.path === path) ? 'placeholder' : 'home';
}

function page(path: string, metadata: RouteMetadata, lazy: RouteModule): RouteObject {
  return { path, handle: metadata, lazy };
}
