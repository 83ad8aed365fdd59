import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import { prepareRoutes } from './app/prepared-routes.ts';
import { createRoutes } from './app/routes.tsx';
import { dropEarlyInput, leavePressesToApp, replayEarlyInput } from './early-input.ts';
import { hasSessionToRecover } from './lib/stored-session.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');

// A part that does not load now is asked for again by the router, whose error screen then tells.
const preparedRoutes = await prepareRoutes(window.location.pathname).catch(() => null);

// What was rendered ahead of time is one path, signed out. Everyone else starts afresh.
const isPrerendered =
  preparedRoutes !== null &&
  root.hasAttribute('data-prerendered') &&
  !document.documentElement.hasAttribute('data-other-page') &&
  !hasSessionToRecover();

const router = createBrowserRouter(
  preparedRoutes ?? createRoutes(),
  // Tells the router that the page is there already: it must not scroll it back to the top.
  isPrerendered ? { hydrationData: { loaderData: {} } } : {},
);

function App() {
  useEffect(() => {
    // Not at once: React is still at work while it runs effects.
    queueMicrotask(replayEarlyInput);
  }, []);
  return (
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}

if (isPrerendered) {
  takeOver(root);
} else {
  dropEarlyInput();
  // React clears the root only with its first commit; shown until then, it would flash.
  root.replaceChildren();
  root.removeAttribute('data-prerendered');
  createRoot(root).render(<App />);
}

/** Brings the prerendered page to life; as a transition, so that it stays responsive meanwhile. */
function takeOver(container: HTMLElement) {
  restoreInlineStyles(container);
  leavePressesToApp();
  startTransition(() => {
    hydrateRoot(container, <App />);
  });
}

/** Style attributes in served HTML are forbidden; they travel as data and are set by script. */
function restoreInlineStyles(container: HTMLElement) {
  for (const element of container.querySelectorAll<HTMLElement>('[data-inline-style]')) {
    element.style.cssText = element.dataset.inlineStyle ?? '';
    element.removeAttribute('data-inline-style');
  }
}
