import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, ShieldCheck, UserRound, UsersRound } from 'lucide-react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatCount } from '../../lib/format.ts';
import { accountCountsQuery } from './api.ts';
import { m } from '../../paraglide/messages.js';

const tiles = [
  { of: 'all', label: m.admin_total_users(), icon: UsersRound },
  { of: 'personal', label: m.admin_personal_accounts(), icon: UserRound },
  { of: 'business', label: m.admin_business_accounts(), icon: BriefcaseBusiness },
  { of: 'admin', label: m.admin_admin_accounts(), icon: ShieldCheck },
] as const;

/** The numbers of accounts, which the server counts. */
export function AccountTiles({ adminId }: { adminId: string }) {
  const counts = useQuery(accountCountsQuery(adminId));

  if (counts.errorUpdateCount > 0 && counts.data === undefined) {
    return (
      <Card>
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.admin_the_account_totals()}
          query={counts}
        />
      </Card>
    );
  }
  return (
    <ul
      aria-label={m.admin_accounts()}
      aria-busy={counts.isPending}
      className="grid grid-cols-2 gap-4 lg:grid-cols-4"
    >
      {tiles.map(({ of, label, icon: Icon }) => (
        <li key={of} className="flex min-w-0">
          <Card className="w-full flex-row items-start justify-between gap-3 p-4 sm:p-6">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="text-sm font-semibold text-muted-foreground">{label}</p>
              {counts.data ? (
                <p className="tabular text-2xl leading-9 font-extrabold tracking-tight sm:text-3xl">
                  {formatCount(counts.data[of])}
                </p>
              ) : (
                <Skeleton className="h-9 w-16" />
              )}
            </div>
            <span className="hidden size-11 shrink-0 items-center justify-center rounded-full bg-accent text-accent-foreground sm:flex">
              <Icon aria-hidden="true" className="size-5" />
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
}
