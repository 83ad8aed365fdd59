import { ACCOUNT_TYPE_LABELS, ACCOUNT_TYPES, isAccountType } from '@beaconpay/domain';
import { useQuery } from '@tanstack/react-query';
import { Search, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { DataTable, type DataColumn } from '../../components/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { useErrorToast } from '../../components/use-error-toast.ts';
import { formatDay, formatTimestamp } from '../../lib/format.ts';
import { ACCOUNTS_PAGE_SIZE, accountsQuery, type Account, type RoleFilter } from './api.ts';
import { FetchProblem } from './fetch-problem.tsx';
import { lastPageOf } from './page.ts';
import { useSettledText } from './use-settled-text.ts';

const SEARCH_DELAY_MS = 300;
const SEARCH_MAX_LENGTH = 100;
const SKELETON_ROWS = 5;

const columns: readonly DataColumn<Account>[] = [
  { header: 'Full name', cell: ({ full_name }) => <Given text={full_name} strong /> },
  { header: 'Email', cell: ({ email }) => <Given text={email} /> },
  { header: 'Account type', cell: ({ account_type }) => <RoleBadge role={account_type} /> },
  {
    header: 'Joined',
    cell: ({ created_at }) => formatDay(created_at),
    className: 'whitespace-nowrap',
  },
  {
    header: 'Last updated',
    cell: ({ updated_at }) => formatTimestamp(updated_at),
    className: 'whitespace-nowrap',
  },
];

/** Everyone with an account; the server searches, filters and pages. */
export function UsersSection({ adminId }: { adminId: string }) {
  const [searchText, setSearchText] = useState('');
  const [role, setRole] = useState<RoleFilter>('all');
  const text = useSettledText(searchText, SEARCH_DELAY_MS);
  // A page belongs to one search: with another search or filter it starts anew.
  const [pageOf, setPageOf] = useState({ text, role, page: 1 });
  const page = pageOf.text === text && pageOf.role === role ? pageOf.page : 1;
  const accounts = useQuery(accountsQuery(adminId, { text, role, page }));
  useErrorToast('Error fetching data', accounts.error);

  const { data } = accounts;
  const lastPage = data ? lastPageOf(data.totalCount, ACCOUNTS_PAGE_SIZE) : page;
  if (page > lastPage) setPageOf({ text, role, page: lastPage });

  return (
    <Card>
      <CardHeader className="gap-4 pb-4 sm:pb-5 lg:flex-row lg:items-end lg:justify-between">
        <div className="flex flex-col gap-1">
          <CardTitle>Users</CardTitle>
          <CardDescription>Everyone with an account, newest first.</CardDescription>
        </div>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,18rem)_11rem]">
          <div className="relative">
            <Label htmlFor="user-search" className="sr-only">
              Search by name or email
            </Label>
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground"
            />
            <Input
              id="user-search"
              type="search"
              placeholder="Search by name or email"
              className="pl-10"
              maxLength={SEARCH_MAX_LENGTH}
              value={searchText}
              onChange={(event) => setSearchText(event.target.value)}
            />
          </div>
          <div>
            <Label htmlFor="user-role" className="sr-only">
              Account type
            </Label>
            <NativeSelect
              id="user-role"
              value={role}
              onChange={(event) => setRole(roleOf(event.target.value))}
            >
              <option value="all">All</option>
              {ACCOUNT_TYPES.map((accountType) => (
                <option key={accountType} value={accountType}>
                  {ACCOUNT_TYPE_LABELS[accountType]}
                </option>
              ))}
            </NativeSelect>
          </div>
        </div>
      </CardHeader>
      {accounts.isError && data === undefined ? (
        <FetchProblem what="The users" onRetry={() => void accounts.refetch()} />
      ) : data?.totalCount === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="No users found"
          description="Try another name, email or account type."
        />
      ) : (
        <DataTable
          label="Users"
          columns={columns}
          rows={data?.rows}
          rowKey={({ id }) => id ?? ''}
          skeletonRowCount={SKELETON_ROWS}
          isStale={accounts.isPlaceholderData}
        />
      )}
      {data && data.totalCount > 0 && (
        <Pagination
          className="border-t px-5 py-4 sm:px-6"
          label="Users"
          page={page}
          pageSize={ACCOUNTS_PAGE_SIZE}
          totalCount={data.totalCount}
          onPageChange={(next) => setPageOf({ text, role, page: next })}
        />
      )}
    </Card>
  );
}

function roleOf(value: string): RoleFilter {
  return isAccountType(value) ? value : 'all';
}

function Given({ text, strong = false }: { text: string | null; strong?: boolean }) {
  if (!text) return <span className="text-muted-foreground">–</span>;
  return <span className={strong ? 'font-semibold break-words' : 'break-all'}>{text}</span>;
}

const ROLE_TONES = { personal: 'neutral', business: 'accent', admin: 'success' } as const;

function RoleBadge({ role }: { role: string | null }) {
  return isAccountType(role) ? (
    <Badge variant={ROLE_TONES[role]}>{ACCOUNT_TYPE_LABELS[role]}</Badge>
  ) : (
    role
  );
}
