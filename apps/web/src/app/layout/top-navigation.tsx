import { Menu, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { NavLink } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useBackToClose } from '../../lib/dialog-history.ts';
import { cn } from '../../lib/class-names.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { BrandLink } from './brand-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { serviceLinks } from './service-links.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { m } from '../../paraglide/messages.js';

// Only signed-in users need the menu and the positioning code that it imports.
const AvatarMenu = lazyComponent(() => import('./avatar-menu.tsx'));
const MOBILE_MENU_ID = 'mobile-menu';

/** The navigation bar at the top of each page. */
export function TopNavigation() {
  const { pathname } = useLocation();
  // The menu belongs to the page it was opened on, so that a navigation closes it.
  const [menuOpenedOn, setMenuOpenedOn] = useState<string | null>(null);
  const isMenuOpen = menuOpenedOn === pathname;
  const closeMenu = () => setMenuOpenedOn(null);
  const header = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  function closeMenuAndReturn() {
    closeMenu();
    menuButton.current?.focus();
  }
  useBackToClose(isMenuOpen, closeMenuAndReturn);
  const returnOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') closeMenuAndReturn();
  });

  useEffect(() => {
    if (!isMenuOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => returnOnEscape(event);
    /** The menu covers the page. A user who tabs out of it must see the focused element. */
    function closeWhenLeft({ target }: FocusEvent) {
      if (target instanceof Node && !header.current?.contains(target)) setMenuOpenedOn(null);
    }
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('focusin', closeWhenLeft);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('focusin', closeWhenLeft);
    };
  }, [isMenuOpen]);

  return (
    <header
      ref={header}
      data-slot="top-navigation"
      className="sticky top-0 z-30 border-b bg-card/90 backdrop-blur-md opaque:bg-card opaque:backdrop-blur-none"
    >
      <div className="page-container flex min-h-16 flex-wrap items-center gap-x-2 sm:gap-x-3">
        <BrandLink />
        <ServiceNavigation />
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <AccountActions />
          <Button
            ref={menuButton}
            variant="ghost"
            size="icon"
            className="lg:hidden"
            aria-label={isMenuOpen ? m.app_close_menu() : m.app_open_menu()}
            aria-expanded={isMenuOpen}
            aria-controls={MOBILE_MENU_ID}
            onClick={() => setMenuOpenedOn(isMenuOpen ? null : pathname)}
          >
            {isMenuOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
          </Button>
        </div>
      </div>
      <MobileMenu id={MOBILE_MENU_ID} isOpen={isMenuOpen} onClose={closeMenu} />
    </header>
  );
}

function ServiceNavigation() {
  return (
    <nav aria-label={m.app_services()} className="hidden h-16 lg:ms-2 lg:block xl:ms-6">
      <ul className="flex h-full items-stretch xl:gap-1">
        {serviceLinks.map(({ path, name }) => (
          <li key={path} className="flex">
            <NavLink
              to={path}
              className={(isActive) =>
                cn(
                  'relative flex items-center rounded-md px-2 text-sm font-semibold whitespace-nowrap transition-colors xl:px-3.5 xl:text-[0.9375rem] focus-visible:-outline-offset-4',
                  'after:absolute after:inset-x-2 xl:after:inset-x-3.5 after:bottom-0 after:h-[3px] after:rounded-t-full',
                  isActive
                    ? 'text-foreground after:bg-primary'
                    : 'text-muted-foreground hover:text-foreground',
                )
              }
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AccountActions() {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  if (user !== null) {
    return (
      <ChunkBoundary
        loading={<Skeleton className="mx-0.5 size-10 rounded-full" />}
        fallback={<Skeleton className="mx-0.5 size-10 rounded-full" />}
      >
        <AvatarMenu />
      </ChunkBoundary>
    );
  }
  return (
    <>
      <Button
        variant="ghost"
        className="hidden px-2 min-[22.5rem]:inline-flex sm:px-4"
        aria-haspopup="dialog"
        onClick={openLogIn}
      >
        {m.app_log_in()}
      </Button>
      <Button className="hidden sm:inline-flex" aria-haspopup="dialog" onClick={openSignUp}>
        {m.common_sign_up()}
      </Button>
    </>
  );
}
