import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reloadOnChunkError } from './boot/reload-on-chunk-error.ts';
import { prepareRoutes } from './app/prepared-routes.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { startDialogHistory } from './lib/dialog-history.ts';
import { recordInput, type EarlyInput } from './boot/replay-input.ts';
import { replayClicks } from './boot/replay-clicks.ts';
import './styles/index.css';

type Router = ReturnType<typeof createBrowserRouter>;

// A function, since the pages' parts need this module: waiting for them here would wait for ever.
async function start(root: HTMLElement): Promise<void> {
  let runningRouter: Router | null = null;
  reloadOnChunkError(() => runningRouter);

  // A part that does not load now is asked for again by the router, whose error screen then tells.
  const preparedRoutes = await prepareRoutes(window.location.pathname).catch(() => null);

  // What was rendered ahead of time is one path, signed out: see boot/boot-script.ts.
  const html = document.documentElement;
  const isPrerendered =
    preparedRoutes !== null && root.childElementCount > 0 && !('fresh' in html.dataset);

  const router = createBrowserRouter(
    preparedRoutes ?? createRoutes(),
    // Tells the router that the page is there already: it must not scroll it back to the top.
    isPrerendered ? { hydrationData: { loaderData: {} } } : {},
  );
  runningRouter = router;
  startDialogHistory(router);
  const app = <App container={root} router={router} />;

  const dashboardStart = document.querySelector('[data-slot="dashboard-start"]');
  dashboardStart?.remove();
  if (isPrerendered) {
    // As a transition, so that the page stays responsive meanwhile.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    // React clears the root only with its first commit: until then the start of a dashboard stays, which
    // that commit renders again, and a page for visitors would flash.
    root.replaceChildren(...(dashboardStart?.childNodes ?? []));
    delete html.dataset.fresh;
    createRoot(root).render(app);
  }
}

/** The app, which takes up what people did on the page before it listened. */
function App({ container, router }: { container: HTMLElement; router: Router }) {
  const early = useRef<EarlyInput | null>(null);

  // At once: a later render would put fields back to what the app knows of.
  useLayoutEffect(() => {
    early.current = recordInput(container);
    return early.current.forget;
  }, [container]);

  useEffect(() => {
    // Not at once: React is still at work while it runs effects.
    queueMicrotask(() => {
      early.current?.enter();
      replayClicks();
    });
  }, []);

  return (
    <StrictMode>
      <Providers path={window.location.pathname}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
void start(root);
