import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { EmailLinkNotice } from '../../features/auth/email-link-notice.tsx';
import { useHasMounted } from '../../lib/use-has-mounted.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { Footer } from './footer.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { TopNavigation } from './top-navigation.tsx';
import { useDocumentMetadata } from './use-document-metadata.ts';
import { MAIN_ID, useRouteFocus } from './use-route-focus.ts';

// Forms and validation come when someone opens a dialog.
const AuthWindow = lazy(() => import('../../features/auth/auth-window.tsx'));
const Toaster = lazy(() => import('./toast-region.tsx'));

/** The frame of every page: skip link, bar, content, footer, dialogs and toasts. */
export function RootLayout() {
  useDocumentMetadata();
  useRouteFocus();
  return (
    <>
      <a
        data-slot="skip-link"
        href={`#${MAIN_ID}`}
        className="sr-only rounded-md bg-primary px-4 py-3 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        <TopNavigation />
        <main id={MAIN_ID} tabIndex={-1} className="flex-1 focus:outline-none">
          <EmailLinkNotice />
          {/* Its own boundary, so that a page rendered ahead of time comes alive in steps. */}
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <Suspense>
          <Footer />
        </Suspense>
      </div>
      <AuthDialogs />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}

/** At most one of them is there, and it is loaded when first asked for. */
function AuthDialogs() {
  const { dialog } = useAuthDialogs();
  return <Suspense fallback={null}>{dialog && <AuthWindow dialog={dialog} />}</Suspense>;
}

/** By itself, so that its coming does not make the whole page render again. */
function Toasts() {
  const hasMounted = useHasMounted();
  if (!hasMounted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
