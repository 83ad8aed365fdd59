import { Activity, Bell, LifeBuoy, Wallet } from 'lucide-react';
import { m } from '../../paraglide/messages.js';

const shortcuts = [
  { name: m.personal_account_activity(), icon: Activity },
  { name: m.personal_my_wallet(), icon: Wallet },
  { name: m.personal_notifications(), icon: Bell },
  { name: m.personal_support_tickets(), icon: LifeBuoy },
];

/** Shortcuts to features that are not available yet. */
export function QuickAccess() {
  return (
    <section aria-labelledby="quick-access-title" className="flex min-w-0 flex-col gap-3">
      <h2 id="quick-access-title" className="text-lg font-bold tracking-tight">
        {m.personal_quick_access()}
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-1">
        {shortcuts.map(({ name, icon: Icon }) => (
          <li key={name} className="flex min-w-0">
            <button
              type="button"
              disabled
              className="flex min-h-11 w-full min-w-0 cursor-not-allowed flex-col items-start gap-3 rounded-xl border border-dashed bg-card/60 p-4 text-start text-[0.9375rem] font-semibold text-muted-foreground xl:flex-row xl:items-center"
            >
              <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-secondary">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="min-w-0">
                {name} <span className="font-normal">{m.personal_soon()}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
