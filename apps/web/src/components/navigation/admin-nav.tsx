import {
  ChartColumn,
  FileSearch,
  Landmark,
  PackageCheck,
  PanelsTopLeft,
  ScrollText,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cn } from '../../lib/class-names.ts';
import { m } from '../../paraglide/messages.js';
import { NavLink } from './link.tsx';

interface AdminPage {
  path: string;
  name: string;
  icon: LucideIcon;
}

/** The pages of the back office, in the order of the menu. */
const ADMIN_PAGES: readonly AdminPage[] = [
  { path: '/admin/panel', name: m.common_admin_panel(), icon: PanelsTopLeft },
  { path: '/admin/records', name: m.records_title(), icon: FileSearch },
  { path: '/admin/deliveries', name: m.admin_nav_deliveries(), icon: PackageCheck },
  { path: '/admin/statements', name: m.statements_title(), icon: Landmark },
  { path: '/admin/figures', name: m.figures_title(), icon: ChartColumn },
  { path: '/admin/audit', name: m.audit_title(), icon: ScrollText },
  { path: '/admin/settings', name: m.settings_title(), icon: Settings2 },
];

/** Links between the pages of the back office. On narrow screens the row scrolls sideways. */
export function AdminNav() {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const { current } = list;
    if (current === null || current.scrollWidth <= current.clientWidth) return;
    current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);

  return (
    <nav aria-label={m.admin_nav_back_office()} className="border-b bg-card">
      <ul ref={list} className="page-container flex h-12 items-stretch gap-1 overflow-x-auto">
        {ADMIN_PAGES.map(({ path, name, icon: Icon }) => (
          <li key={path} className="flex first:-ms-3">
            <NavLink
              to={path}
              className={(isActive) =>
                cn(
                  'relative flex items-center gap-2 rounded-md px-3 text-sm font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-4',
                  'after:absolute after:inset-x-3 after:bottom-0 after:h-[3px] after:rounded-t-full',
                  isActive
                    ? 'text-foreground after:bg-primary'
                    : 'text-muted-foreground hover:text-foreground',
                )
              }
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
