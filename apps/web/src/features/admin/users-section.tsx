import { ACCOUNT_TYPES, isAccountType } from '@beaconpay/domain';
import { useQuery } from '@tanstack/react-query';
import { Search, UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { EmailText } from '../../components/data/email-text.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { DataTable, type DataColumn } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { Pagination } from '../../components/ui/pagination.tsx';
import { formatDay, formatTimestamp } from '../../lib/format.ts';
import {
  useSearchParamChoice,
  useSearchParamPage,
  useSearchParamState,
} from '../../lib/use-search-param-state.ts';
import { avatarLetters } from '../../session/avatar-letters.ts';
import { ACCOUNTS_PAGE_SIZE, accountsQuery, type Account, type RoleFilter } from './api.ts';
import { accountsTable } from './export-tables.ts';
import { PendingUpdatesNotice } from './pending-updates-notice.tsx';
import { describeOrder } from './pending-updates.ts';
import { useAddressSearch } from '../../lib/use-address-search.ts';
import { useExistingPage, useFrozenPage } from './use-frozen-page.ts';
import { ACCOUNT_TYPE_LABELS } from '../../lib/account-type-labels.ts';
import { m } from '../../paraglide/messages.js';

const SEARCH_DELAY_MS = 300;
const SEARCH_MAX_LENGTH = 100;
const SKELETON_ROWS = 5;
const ROLE_FILTERS = ['all', ...ACCOUNT_TYPES] as const satisfies readonly RoleFilter[];
/** A page belongs to one search. Another search or filter starts at page 1. */
const FIRST_PAGE = { page: '' };

const columns: readonly DataColumn<Account>[] = [
  {
    header: m.common_full_name(),
    cell: ({ id, full_name, email, avatar_url }) => (
      <span className="flex min-w-0 items-center gap-3 max-lg:flex-row-reverse">
        <PersonAvatar
          address={avatar_url}
          letters={avatarLetters(full_name, email)}
          className="size-8 text-xs"
        />
        <CustomerLink id={id} name={full_name} email={email} />
      </span>
    ),
    className: 'lg:min-w-44',
  },
  {
    header: m.common_email(),
    cell: ({ email }) => <EmailText email={email} />,
    className: 'lg:min-w-40',
  },
  {
    header: m.common_account_type(),
    cell: ({ account_type }) => <RoleBadge role={account_type} />,
  },
  {
    header: m.admin_joined(),
    cell: ({ created_at }) => formatDay(created_at),
    className: 'whitespace-nowrap',
  },
  {
    header: m.admin_last_updated(),
    cell: ({ updated_at }) => formatTimestamp(updated_at),
    className: 'whitespace-nowrap',
  },
];

/**
 * All accounts. The server searches, filters and pages. Changes of an account are shown in its row. The rows
 * stay in place until the user requests the latest list.
 */
export function UsersSection({ adminId }: { adminId: string }) {
  const { write } = useSearchParamState();
  const { typed, setTyped, searched } = useAddressSearch('search', SEARCH_DELAY_MS, FIRST_PAGE);
  const text = searched.slice(0, SEARCH_MAX_LENGTH);
  const [role] = useSearchParamChoice('role', ROLE_FILTERS);
  const [page, setPage] = useSearchParamPage('page');
  const accounts = useQuery(accountsQuery(adminId, { text, role, page }));

  const heading = useRef<HTMLHeadingElement>(null);
  const {
    shown: data,
    latest,
    showLatest,
  } = useFrozenPage(accounts, { page: JSON.stringify([page, role, text]), headingRef: heading });
  useExistingPage({ page, setPage, pageSize: ACCOUNTS_PAGE_SIZE, totalCount: data?.totalCount });
  const news = data && latest ? describeOrder(data, latest, 'user') : '';

  return (
    <Card>
      <CardHeader className="gap-4 pb-4 sm:pb-5 lg:flex-row lg:items-end lg:justify-between">
        <div className="flex flex-col gap-1">
          <CardTitle ref={heading} tabIndex={-1} className="outline-none">
            {m.admin_users()}
          </CardTitle>
          <PendingUpdatesNotice news={news} onShow={showLatest}>
            {m.admin_everyone_with_account_newest_first()}
          </PendingUpdatesNotice>
        </div>
        <div className="grid items-center gap-3 sm:grid-cols-[minmax(0,18rem)_11rem_auto]">
          <div className="relative">
            <Label htmlFor="user-search" className="sr-only">
              {m.admin_search_by_name_or_email()}
            </Label>
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 start-3 size-4.5 -translate-y-1/2 text-muted-foreground"
            />
            <Input
              id="user-search"
              type="search"
              placeholder={m.admin_search_by_name_or_email()}
              className="ps-10"
              maxLength={SEARCH_MAX_LENGTH}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <div>
            <Label htmlFor="user-role" className="sr-only">
              {m.common_account_type()}
            </Label>
            <NativeSelect
              id="user-role"
              value={role}
              onChange={({ target: { value } }) =>
                write({ ...FIRST_PAGE, role: value === 'all' ? '' : value })
              }
            >
              <option value="all">{m.admin_all()}</option>
              {ACCOUNT_TYPES.map((accountType) => (
                <option key={accountType} value={accountType}>
                  {ACCOUNT_TYPE_LABELS[accountType]}
                </option>
              ))}
            </NativeSelect>
          </div>
          <ExportCsvButton
            name="beaconpay-users"
            what={m.admin_users_2()}
            source={accountsTable({ text, role })}
          />
        </div>
      </CardHeader>
      {accounts.errorUpdateCount > 0 && data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.admin_the_users()}
          query={accounts}
        />
      ) : data?.totalCount === 0 ? (
        <EmptyState
          icon={UsersRound}
          title={m.admin_no_users_found()}
          description={m.admin_try_another_name_email_or_account_type()}
        />
      ) : (
        <DataTable
          label={m.admin_users()}
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
          label={m.admin_users()}
          page={page}
          pageSize={ACCOUNTS_PAGE_SIZE}
          totalCount={data.totalCount}
          onPageChange={setPage}
        />
      )}
    </Card>
  );
}

/** The name leads to the page of the customer. Without a name, screen readers read the address. */
function CustomerLink({ id, name, email }: Record<'id' | 'name' | 'email', string | null>) {
  const hasName = name !== null && name !== '';
  return (
    <Link
      to={`/admin/users/${id ?? ''}`}
      className="font-semibold text-link underline-offset-4 hover:underline"
      aria-label={hasName ? undefined : (email ?? undefined)}
    >
      <bdi className="wrap-anywhere">{hasName ? name : '–'}</bdi>
    </Link>
  );
}

const ROLE_TONES = { personal: 'neutral', business: 'accent', admin: 'success' } as const;

function RoleBadge({ role }: { role: string | null }) {
  return isAccountType(role) ? (
    <Badge variant={ROLE_TONES[role]}>{ACCOUNT_TYPE_LABELS[role]}</Badge>
  ) : (
    role
  );
}
