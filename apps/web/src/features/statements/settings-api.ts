import { PAYMENT_METHODS, type PaymentMethodId } from '@beaconpay/domain';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import { requireSessionOf } from '../../session/require-session.ts';
import { statementsKey } from './import-api.ts';

export interface MethodMatching {
  method: PaymentMethodId;
  approvesExact: boolean;
  /** Null: a record without a payment waits forever. */
  expiryDays: number | null;
  showsQr: boolean;
}

export interface MatchingRules {
  id: string;
  methods: MethodMatching[];
  retentionDays: number;
  /** Empty: statements of every account are accepted. */
  accounts: string[];
  updatedAt: string;
}

export function matchingRulesQuery(adminId: string) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'settings'],
    queryFn: async (): Promise<MatchingRules> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('matching_settings')
        .select('id, auto_approve, expiry_days, qr, bank_line_retention_days, accounts, updated_at')
        .single();
      if (error) throw error;
      return {
        id: data.id,
        methods: PAYMENT_METHODS.map(({ id: method }) => {
          const days = valueIn(data.expiry_days, method);
          return {
            method,
            approvesExact: valueIn(data.auto_approve, method) === true,
            expiryDays: typeof days === 'number' ? days : null,
            showsQr: valueIn(data.qr, method) !== false,
          };
        }),
        retentionDays: data.bank_line_retention_days,
        accounts: data.accounts,
        updatedAt: data.updated_at,
      };
    },
    meta: { errorTitle: m.common_error_fetching_data() },
  });
}

/** Throws SignedOutError or the backend's error. */
export async function saveMatchingRules(
  adminId: string,
  { id, methods, retentionDays, accounts }: Omit<MatchingRules, 'updatedAt'>,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase
    .from('matching_settings')
    .update({
      auto_approve: Object.fromEntries(methods.map((one) => [one.method, one.approvesExact])),
      expiry_days: Object.fromEntries(methods.map((one) => [one.method, one.expiryDays])),
      qr: Object.fromEntries(methods.map((one) => [one.method, one.showsQr])),
      bank_line_retention_days: retentionDays,
      accounts,
    })
    .eq('id', id)
    .select('id')
    .single();
  if (error) throw error;
}

function valueIn(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null
    ? (values as Record<string, unknown>)[name]
    : undefined;
}
