import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole, UserRoundX } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { GateNotice } from '../../components/sign-in/gate-notice.tsx';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { ActionsCard } from './actions-card.tsx';
import { AdministratorRequestNotice } from './administrator-request-notice.tsx';
import { AuditCard } from './audit-card.tsx';
import { customerQuery, followCustomer, isAccessLost, type Customer } from './customer-api.ts';
import { CustomerHeader } from './customer-header.tsx';
import { DevicesCard } from './devices-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RecordsCard } from './records-card.tsx';
import { TotalsCard } from './totals-card.tsx';

/** One customer. The guard of the route admits only administrators. */
export function CustomerPage() {
  const { user } = useSession();
  const { id = '' } = useParams();
  return user === null ? null : <Loaded key={`${user.id} ${id}`} adminId={user.id} id={id} />;
}

interface LoadedProps {
  adminId: string;
  id: string;
}

function Loaded({ adminId, id }: LoadedProps) {
  const customer = useQuery(customerQuery(adminId, id));
  const queries = useQueryClient();
  useEffect(() => followCustomer(queries, adminId, id), [queries, adminId, id]);
  // Checked before the data is shown, because an administrator who lost the right must not see it.
  if (isAccessLost(customer.error)) return <AccessLost />;
  return (
    <div className="page-container pb-16 sm:pb-24">
      {customer.data ? (
        <Shown adminId={adminId} customer={customer.data} />
      ) : (
        <>
          <PageHeader title={m.account_admin_customer()} />
          <Card>
            {customer.data === null ? (
              <NotFound />
            ) : customer.isError ? (
              <LoadError
                title={m.common_error_fetching_data()}
                what={m.account_admin_the_customer()}
                query={customer}
              />
            ) : (
              <Skeleton className="h-96 w-full" />
            )}
          </Card>
        </>
      )}
    </div>
  );
}

function AccessLost() {
  return (
    <GateNotice
      icon={LockKeyhole}
      title={m.account_admin_access_lost()}
      description={m.account_admin_access_lost_description()}
      actions={
        <Button asChild>
          <Link to="/">{m.common_back_to_home()}</Link>
        </Button>
      }
    />
  );
}

function NotFound() {
  return (
    <EmptyState
      icon={UserRoundX}
      title={m.account_admin_not_found()}
      description={m.account_admin_not_found_description()}
      action={
        <Button asChild variant="outline">
          <Link to="/admin/panel">{m.common_admin_panel()}</Link>
        </Button>
      }
    />
  );
}

function Shown({ adminId, customer }: { adminId: string; customer: Customer }) {
  const deletedAt = customer.account.deleted_at;
  const isOwn = customer.id === adminId;
  return (
    <>
      <CustomerHeader customer={customer} />
      <div role="status" className="flex flex-col gap-4 pb-6 empty:hidden">
        {deletedAt !== null && (
          <Alert variant="warning">
            <AlertTitle>
              {m.account_admin_deleted_at({ time: formatTimestamp(deletedAt) })}
            </AlertTitle>
            <AlertDescription>{m.account_admin_deleted_description()}</AlertDescription>
          </Alert>
        )}
        <AdministratorRequestNotice adminId={adminId} customer={customer} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <ProfileCard customer={customer} />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ActionsCard adminId={adminId} customer={customer} />
          {deletedAt === null && <DevicesCard devices={customer.devices} />}
          {deletedAt === null && !isOwn && <NotesCard adminId={adminId} id={customer.id} />}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <RecordsCard adminId={adminId} id={customer.id} />
          <TotalsCard totals={customer.totals} />
          <AuditCard adminId={adminId} id={customer.id} />
        </div>
      </div>
    </>
  );
}
