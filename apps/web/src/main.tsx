import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reloadOnChunkError } from './boot/reload-on-chunk-error.ts';
import { prepareRoutes } from './app/prepared-routes.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { BASE_PATH, pathInLanguage } from './lib/locale.ts';
import { startDialogHistory } from './lib/dialog-history.ts';
import { recordInput, type EarlyInput } from './boot/replay-input.ts';
import { replayClicks } from './boot/replay-clicks.ts';
import './styles/index.css';

type Router = ReturnType<typeof createBrowserRouter>;

// A function, because the chunks of the pages import this module. A top-level await would wait for itself.
async function start(root: HTMLElement): Promise<void> {
  let runningRouter: Router | null = null;
  reloadOnChunkError(() => runningRouter);

  const path = pathInLanguage(window.location.pathname);
  // If a chunk does not load now, the router loads it again, and shows its error screen on failure.
  const preparedRoutes = await prepareRoutes(path).catch(() => null);

  // Prerendered HTML is for one path and for visitors: see boot/boot-script.ts.
  const html = document.documentElement;
  const isPrerendered =
    preparedRoutes !== null && root.childElementCount > 0 && !('fresh' in html.dataset);

  const router = createBrowserRouter(
    preparedRoutes ?? createRoutes(),
    // Marks the page as rendered for the router, so that it does not scroll to the top.
    { basename: BASE_PATH, ...(isPrerendered && { hydrationData: { loaderData: {} } }) },
  );
  runningRouter = router;
  startDialogHistory(router);
  const app = <App container={root} router={router} />;

  const dashboardStart = document.querySelector('[data-slot="dashboard-start"]');
  dashboardStart?.remove();
  if (isPrerendered) {
    // A transition keeps the page responsive during hydration.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    // React clears the root at its first commit. Until then the prerendered start of the dashboard stays. The
    // first commit renders it again. Without it a page for visitors would flash.
    root.replaceChildren(...(dashboardStart?.childNodes ?? []));
    delete html.dataset.fresh;
    createRoot(root).render(app);
  }
}

/** The app, which replays the clicks and the input from before it was interactive. */
function App({ container, router }: { container: HTMLElement; router: Router }) {
  const early = useRef<EarlyInput | null>(null);

  // A layout effect runs before a later render resets the fields.
  useLayoutEffect(() => {
    early.current = recordInput(container);
    return early.current.forget;
  }, [container]);

  useEffect(() => {
    // The microtask runs after React has run all effects.
    queueMicrotask(() => {
      early.current?.enter();
      replayClicks();
    });
  }, []);

  return (
    <StrictMode>
      <Providers path={pathInLanguage(window.location.pathname)}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
void start(root);
