import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { describeDevice, type DeviceDescription } from '../../lib/describe-device.ts';
import { readBackendError } from '../../lib/backend-error.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { UUID } from '../../lib/uuid.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { customerSchema, type CustomerOverview } from './customer.schema.ts';

export interface CustomerDevice extends DeviceDescription {
  id: string;
  /** ISO 8601 */
  signedInAt: string;
  lastActiveAt: string;
}

/** One customer as administrators see it. */
export interface Customer extends Omit<CustomerOverview, 'sessions'> {
  id: string;
  devices: readonly CustomerDevice[];
}

export function customerKey(adminId: string, id: string) {
  return ['back-office', adminId, 'customer', id] as const;
}

/** Null if no account has this id. */
export function customerQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...customerKey(adminId, id), 'overview'],
    queryFn: () => fetchCustomer(id),
    staleTime: 0,
    refetchOnWindowFocus: true,
    retry: (failureCount, error) => failureCount < 1 && !isAccessLost(error),
  });
}

async function fetchCustomer(id: string): Promise<Customer | null> {
  if (!UUID.test(id)) return null;
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('customer_overview', { user_id: id });
  if (error) {
    if (readBackendError(error).key === 'account_action.not_found') return null;
    throw error;
  }
  const { sessions, ...customer } = customerSchema.parse(data);
  return {
    ...customer,
    id: customer.profile.id,
    devices: sessions.map((session) => ({
      id: session.id,
      signedInAt: session.signed_in_at,
      lastActiveAt: session.last_active_at,
      ...describeDevice(session.user_agent),
    })),
  };
}

/** Whether the caller is no longer an administrator, or lacks the required second factor. */
export function isAccessLost(error: unknown): boolean {
  return readBackendError(error).key === 'account_action.administrator_required';
}

/** Reads the customer again after each change, until the returned function is called. */
export function followCustomer(queries: QueryClient, adminId: string, id: string): () => void {
  return watchRows(
    [
      { table: 'profiles', filter: `id=eq.${id}` },
      { table: 'administrator_requests', filter: `user_id=eq.${id}` },
      // A deleted row has no user id, so a filter would miss a withdrawn request.
      { table: 'account_deletion_requests' },
      { table: 'records', filter: `user_id=eq.${id}` },
      // The rights of the caller.
      { table: 'profiles', filter: `id=eq.${adminId}` },
    ],
    () => queries.invalidateQueries({ queryKey: customerKey(adminId, id) }),
  );
}

/** All stored data of a customer. The export is logged. Throws SignedOutError or the backend's error. */
export async function exportCustomer(adminId: string, id: string): Promise<unknown> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase.rpc('export_account_data', { user_id: id });
  if (error) throw error;
  return data;
}
