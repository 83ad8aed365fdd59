import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import { prepareRoutes } from './app/prepared-routes.ts';
import { dropEarlyInput, replayEarlyInput } from './early-input.ts';
import { hasSessionToRecover } from './session/session-store.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');

const router = createBrowserRouter(await prepareRoutes(window.location.pathname));

function App() {
  useEffect(() => {
    const timer = window.setTimeout(replayEarlyInput, 0);
    return () => window.clearTimeout(timer);
  }, []);

  return (
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}

// What was rendered ahead of time is one path, signed out. Everyone else starts afresh.
const isOtherPage = document.documentElement.hasAttribute('data-other-page');
if (root.hasAttribute('data-prerendered') && !isOtherPage && !hasSessionToRecover()) {
  restoreInlineStyles(root);
  const prerendered = root;
  // As a transition the page comes alive in small steps and stays responsive meanwhile.
  startTransition(() => {
    hydrateRoot(prerendered, <App />);
  });
} else {
  dropEarlyInput();
  // React clears the root only with its first commit; shown until then, it would flash.
  root.replaceChildren();
  root.removeAttribute('data-prerendered');
  createRoot(root).render(<App />);
}

/** Style attributes in served HTML are forbidden; they travel as data and are set by script. */
function restoreInlineStyles(container: HTMLElement) {
  for (const element of container.querySelectorAll<HTMLElement>('[data-inline-style]')) {
    element.style.cssText = element.dataset.inlineStyle ?? '';
    element.removeAttribute('data-inline-style');
  }
}
