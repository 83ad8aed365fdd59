import { Outlet, ScrollRestoration, type Location } from 'react-router';
import { FreshForEachUser } from '../../session/session-provider.tsx';
import { LazyAuthDialogs } from './lazy-auth-dialogs.tsx';
import { LazyAccountQuestion, LazyLinkNotices } from './lazy-link-notices.tsx';
import { Footer } from './footer.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { LazyLanguageOffer } from './lazy-language-offer.tsx';
import { LazyToaster } from './lazy-toaster.tsx';
import { TopNavigation } from './top-navigation.tsx';
import { useDocumentMetadata } from './use-document-metadata.ts';
import { MAIN_ID, useRouteFocus } from './use-route-focus.ts';
import { m } from '../../paraglide/messages.js';

/** The layout of each page: skip link, navigation, content, footer, dialogs and toasts. */
export function RootLayout() {
  useDocumentMetadata();
  useRouteFocus();
  return (
    <>
      <a
        data-slot="skip-link"
        href={`#${MAIN_ID}`}
        className="sr-only rounded-md bg-primary px-4 py-3 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50"
      >
        {m.app_skip_to_content()}
      </a>
      <NavigationProgress />
      <div className="flex min-h-dvh flex-col">
        <TopNavigation />
        <main id={MAIN_ID} tabIndex={-1} className="flex-1 focus:outline-none">
          <LazyLinkNotices />
          <FreshForEachUser>
            <Outlet />
          </FreshForEachUser>
        </main>
        <Footer />
      </div>
      {/* Bars at the bottom of the window: one above the other, each with room of its own below the footer. */}
      <div className="sticky bottom-0 z-30">
        <LazyAuthDialogs />
        <LazyLanguageOffer />
        <OfflineBar />
      </div>
      <LazyAccountQuestion />
      <LazyToaster />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/**
 * All freshly loaded pages have the same key. Such a page must not open at the scroll position of another
 * one.
 */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}
