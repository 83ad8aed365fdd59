import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { prepareRoutes } from '../../src/app/prepared-routes.ts';
import { Providers } from '../../src/app/providers.tsx';
import { dismissToast, shownToast } from '../../src/components/ui/toast-store.ts';
import { sessionStorageKey } from '../../src/lib/configuration.ts';
import { createFakeBackend, type FakeBackend } from './backend.ts';
import { recordToasts } from './looks.ts';
import { respondWithUser, sessionOf, type Person } from './people.ts';

export const PHONE = { width: 375, height: 812 };
export const DESKTOP = { width: 1440, height: 900 };

interface ScreenOptions {
  /** The user who is signed in. A visitor by default. */
  readonly person?: Person;
  /** Sets responses of the backend before the screen opens. */
  readonly prepare?: (backend: FakeBackend) => void;
}

/** A realtime socket that never opens. Screens do not wait for it. */
class SilentSocket extends EventTarget {
  /** Connecting. */
  readonly readyState = 0;
  readonly close = vi.fn();
  readonly send = vi.fn();
}

let close: (() => Promise<void>) | null = null;

/**
 * Opens the app at a path in this page, in the same way as `main.tsx`, with its real routes, layout,
 * dialogs, toasts and styles. Resolves when the page is shown.
 */
export async function openScreen(
  address: string,
  { person, prepare }: ScreenOptions = {},
): Promise<FakeBackend> {
  const backend = createFakeBackend();
  recordToasts();
  vi.stubGlobal('fetch', backend.fetch);
  vi.stubGlobal('WebSocket', SilentSocket);
  const configuration = document.createElement('script');
  configuration.type = 'application/json';
  configuration.id = 'beaconpay-config';
  configuration.textContent = JSON.stringify({
    supabaseUrl: backend.origin,
    publishableKey: 'key',
  });
  document.head.append(configuration);
  if (person !== undefined) {
    respondWithUser(person, backend);
    const key = sessionStorageKey({ supabaseUrl: backend.origin });
    localStorage.setItem(key, JSON.stringify(sessionOf(person)));
  }
  prepare?.(backend);

  window.history.pushState(null, '', address);
  window.scrollTo(0, 0);
  const router = createBrowserRouter(await prepareRoutes(window.location.pathname));
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  close = async () => {
    root.unmount();
    router.dispose();
    container.remove();
    document.title = '';
    configuration.remove();
    // Running requests still get responses, so the stubs stay until the next screen.
    vi.useRealTimers();
    dismissToast(shownToast()?.id ?? 0);
    localStorage.clear();
    sessionStorage.clear();
    if (window.innerWidth !== DESKTOP.width) await page.viewport(DESKTOP.width, DESKTOP.height);
    expect(backend.unhandled, 'requests without an answer').toEqual([]);
  };
  root.render(
    <Providers path={window.location.pathname}>
      <RouterProvider router={router} />
    </Providers>,
  );
  await expect.element(page.getByRole('contentinfo')).toBeInTheDocument();
  return backend;
}

/** Removes the screen and its stored data before the next test. */
export async function closeScreen(): Promise<void> {
  const closing = close;
  close = null;
  await closing?.();
}
