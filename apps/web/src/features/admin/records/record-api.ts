import type { Json } from '@beaconpay/database';
import type { ReviewDecision } from '@beaconpay/domain';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../../lib/supabase.ts';
import { UUID } from '../../../lib/uuid.ts';
import { requireSessionOf } from '../../../session/require-session.ts';
import { m } from '../../../paraglide/messages.js';
import { toPendingOrder, toPendingRecharge, type PendingRecord } from '../pending-record.ts';

/** An order or a recharge with the work of the administrators on it. */
export interface RecordWork extends PendingRecord {
  status: string;
  /** Readable by the customer. */
  notes: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
  assignedTo: string | null;
  heldUntil: string | null;
  isHeld: boolean;
  holdReason: string | null;
  firstApprovedBy: string | null;
  correctedAt: string | null;
}

export function recordKey(adminId: string, id: string) {
  return ['back-office', adminId, 'record', id] as const;
}

const load = { meta: { errorTitle: m.common_error_fetching_data() }, staleTime: 0 };

/** Null if no record has this id. */
export function recordQuery(adminId: string, id: string) {
  return queryOptions({
    ...load,
    queryKey: recordKey(adminId, id),
    queryFn: () => fetchRecord(id),
    refetchOnWindowFocus: true,
  });
}

const WORK_COLUMNS =
  'kind, status, decided_at, decided_by, assigned_to, held_until, hold_reason, first_approved_by, corrected_at' as const;
const PAYMENT_COLUMNS =
  'id, user_id, amount, currency, payment_method, payment_details, transaction_reference, created_at, admin_notes, profiles(full_name, avatar_url, users(email))' as const;

async function fetchRecord(id: string): Promise<RecordWork | null> {
  if (!UUID.test(id)) return null;
  const supabase = await loadSupabase();
  const { data: work, error } = await supabase
    .from('records')
    .select(WORK_COLUMNS)
    .eq('id', id)
    .maybeSingle();
  if (error) throw error;
  if (work === null) return null;
  const { notes, ...record } = await (work.kind === 'card_order'
    ? fetchOrder(id)
    : fetchRecharge(id));
  return {
    ...record,
    notes,
    status: work.status,
    decidedAt: work.decided_at,
    decidedBy: work.decided_by,
    assignedTo: work.assigned_to,
    heldUntil: work.held_until,
    isHeld: work.held_until !== null && Date.parse(work.held_until) > Date.now(),
    holdReason: work.hold_reason,
    firstApprovedBy: work.first_approved_by,
    correctedAt: work.corrected_at,
  };
}

async function fetchOrder(id: string) {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('orders')
    .select(`${PAYMENT_COLUMNS}, card_details`)
    .eq('id', id)
    .single();
  if (error) throw error;
  return { ...toPendingOrder(data), notes: data.admin_notes };
}

async function fetchRecharge(id: string) {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('recharges')
    .select(`${PAYMENT_COLUMNS}, operator, phone_number, recharge_details`)
    .eq('id', id)
    .single();
  if (error) throw error;
  return { ...toPendingRecharge(data), notes: data.admin_notes };
}

export interface RecordCheck {
  key: string;
  /** 0 passed, 1 notice, 2 warning, 3 alarm. */
  grade: number;
  values: Readonly<Record<string, unknown>>;
}

export function checksQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...recordKey(adminId, id), 'checks'],
    queryFn: async (): Promise<RecordCheck[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('record_checks', { record_id: id });
      if (error) throw error;
      return data.map(({ check_key: key, grade, detail }) => ({
        key,
        grade,
        values: valuesOf(detail),
      }));
    },
    staleTime: 0,
  });
}

export interface RecordEvent {
  id: number;
  kind: string;
  /** Null: the system. */
  actor: string | null;
  at: string;
  values: Readonly<Record<string, unknown>>;
}

export function timelineQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...recordKey(adminId, id), 'timeline'],
    queryFn: async (): Promise<RecordEvent[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase.rpc('record_timeline', { record_id: id });
      if (error) throw error;
      return data.map((event) => ({
        id: event.id,
        kind: event.kind,
        actor: nullable(event.actor_email) ?? nullable(event.actor_name),
        at: event.at,
        values: valuesOf(event.detail),
      }));
    },
    staleTime: 0,
  });
}

/** The generated types of a function do not know which columns can be null. */
function nullable(text: string | null): string | null {
  return text;
}

function valuesOf(detail: Json): Readonly<Record<string, unknown>> {
  return typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? detail : {};
}

export interface RecordNote {
  id: string;
  body: string;
  authorId: string;
  mentions: readonly string[];
  writtenAt: string;
}

export function notesQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...recordKey(adminId, id), 'notes'],
    queryFn: async (): Promise<RecordNote[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('record_notes')
        .select('id, body, author_id, mentions, created_at')
        .eq('record_id', id)
        .order('created_at')
        .limit(200);
      if (error) throw error;
      return data.map(({ author_id: authorId, created_at: writtenAt, ...note }) => ({
        ...note,
        authorId,
        writtenAt,
      }));
    },
    staleTime: 0,
  });
}

/** Null where the queue ends. */
export interface Neighbours {
  previousId: string | null;
  nextId: string | null;
  /** The oldest other record that no other administrator has. */
  nextForMe: string | null;
}

export function neighboursQuery(adminId: string, id: string) {
  return queryOptions({
    queryKey: [...recordKey(adminId, id), 'neighbours'],
    queryFn: () => fetchNeighbours(id),
    staleTime: 0,
  });
}

export async function fetchNeighbours(id: string): Promise<Neighbours> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('record_neighbours', { record_id: id }).single();
  if (error) throw error;
  return {
    previousId: nullable(data.previous_id),
    nextId: nullable(data.next_id),
    nextForMe: nullable(data.next_for_me),
  };
}

export interface DecisionReason {
  id: string;
  name: string;
  decision: string;
}

export function reasonsQuery(adminId: string) {
  return queryOptions({
    queryKey: ['back-office', adminId, 'reasons'],
    queryFn: async (): Promise<DecisionReason[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('decision_reasons')
        .select('id, name, decision')
        .eq('is_active', true)
        .order('position')
        .order('name');
      if (error) throw error;
      return data;
    },
  });
}

/** The database reads it as the language of the customer. */
const CUSTOMER_LOCALE = '';

/** The text of a reason for this record, in the language of the customer, who reads it. */
export async function fillReason(reasonId: string, recordId: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('fill_decision_reason', {
    reason_id: reasonId,
    record_id: recordId,
    locale: CUSTOMER_LOCALE,
  });
  if (error) throw error;
  return data;
}

/** The same as a query. */
export function reasonTextQuery(adminId: string, reasonId: string, recordId: string) {
  return queryOptions({
    queryKey: ['back-office', adminId, 'reason-text', reasonId, recordId],
    queryFn: () => fillReason(reasonId, recordId),
    meta: { errorTitle: m.common_error_fetching_data() },
  });
}

/** Assigns a pending record to the caller, unless another administrator has it. */
export async function openRecord(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.rpc('open_record', { record_id: id });
  if (error) throw error;
}

/** What an administrator does with a record. Decisions are in `../pending-api.ts`. */
export type RecordAction =
  | { type: 'assign'; administratorId: string }
  | { type: 'unassign' }
  | { type: 'hold'; until: string; reason: string }
  | { type: 'release' }
  | { type: 'approve-first' }
  | { type: 'correct'; status: ReviewDecision; reason: string }
  | { type: 'note'; body: string; mentions: string[] }
  | { type: 'ask'; question: string };

/** Throws SignedOutError or the backend's error. */
export async function actOnRecord(
  adminId: string,
  id: string,
  action: RecordAction,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const send = () => {
    switch (action.type) {
      case 'assign':
        return supabase.rpc('assign_record', {
          record_id: id,
          administrator_id: action.administratorId,
        });
      case 'unassign':
        return supabase.rpc('assign_record', { record_id: id });
      case 'hold':
        return supabase.rpc('hold_record', {
          record_id: id,
          until: action.until,
          reason: action.reason,
        });
      case 'release':
        return supabase.rpc('release_record', { record_id: id });
      case 'approve-first':
        return supabase.rpc('approve_first', { record_id: id });
      case 'correct':
        return supabase.rpc('correct_decision', {
          record_id: id,
          status: action.status,
          reason: action.reason,
        });
      case 'ask':
        return supabase.rpc('ask_customer', { record_id: id, question: action.question });
      case 'note':
        return supabase
          .from('record_notes')
          .insert({ record_id: id, body: action.body, mentions: action.mentions });
    }
  };
  const { error } = await send();
  if (error) throw error;
}
