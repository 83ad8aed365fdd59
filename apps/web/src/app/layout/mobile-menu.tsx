import { Settings } from 'lucide-react';
import { NavLink } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../lib/class-names.ts';
import { useAuthDialogs } from '../../session/auth-dialogs.tsx';
import { useSession } from '../../session/session-context.ts';
import { LanguageLinks } from './language-links.tsx';
import { serviceLinks } from './service-links.ts';
import { m } from '../../paraglide/messages.js';

interface MobileMenuProps {
  id: string;
  isOpen: boolean;
  onClose: () => void;
}

const entries = [
  ...serviceLinks,
  { path: '/settings', name: m.common_settings(), icon: Settings },
] as const;

/**
 * The services, the settings and, for visitors, log-in and sign-up, below the navigation bar on small
 * screens.
 */
export function MobileMenu({ id, isOpen, onClose }: MobileMenuProps) {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();

  function closeAnd(open: () => void) {
    onClose();
    open();
  }

  return (
    <div
      id={id}
      hidden={!isOpen}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y bg-card shadow-lg lg:hidden"
    >
      <nav aria-label={m.app_menu()} className="page-container py-3">
        <ul className="flex flex-col">
          {entries.map(({ path, name, icon: Icon }) => (
            <li key={path}>
              <NavLink
                to={path}
                onClick={onClose}
                className={(isActive) =>
                  cn(
                    'flex min-h-12 items-center gap-3.5 rounded-md px-3 text-base font-semibold focus-visible:-outline-offset-2',
                    isActive ? 'bg-accent text-accent-foreground' : 'hover:bg-muted',
                  )
                }
              >
                <Icon aria-hidden="true" className="size-5 opacity-80" />
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-2 border-t px-3 pt-2">
          <LanguageLinks />
        </div>
        {user === null && (
          <div className="mt-3 flex flex-col gap-3 border-t pt-4 pb-1 sm:hidden">
            <Button
              variant="outline"
              className="min-[22.5rem]:hidden"
              onClick={() => closeAnd(openLogIn)}
            >
              {m.app_log_in()}
            </Button>
            <Button onClick={() => closeAnd(openSignUp)}>{m.common_sign_up()}</Button>
          </div>
        )}
      </nav>
    </div>
  );
}
