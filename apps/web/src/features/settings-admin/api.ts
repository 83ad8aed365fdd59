import type { Json, TablesUpdate } from '@beaconpay/database';
import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { m } from '../../paraglide/messages.js';

const load = { meta: { errorTitle: m.common_error_fetching_data() }, staleTime: 0 };

export const settingsKey = (adminId: string) => ['settings-admin', adminId] as const;

type Numbers = Readonly<Partial<Record<string, number>>>;

export interface BackOfficeSettings {
  id: string;
  /** Null: one administrator is enough for any amount. */
  fourEyesAmount: number | null;
  thresholds: Numbers;
  /** Minutes by payment method. */
  ageLimits: Numbers;
  /** Hours by kind of record. */
  deliveryHours: Numbers;
  /** UTC. Null: no mail. */
  digestHour: number | null;
  webhookUrl: string | null;
  /** ISO 8601. Null: the webhooks have no signature. */
  webhookSecretSetAt: string | null;
  /** ISO 8601, to the microsecond: it distinguishes one change from the next. */
  updatedAt: string;
}

export function settingsQuery(adminId: string) {
  return queryOptions({
    ...load,
    queryKey: [...settingsKey(adminId), 'settings'],
    queryFn: fetchSettings,
    refetchOnWindowFocus: true,
  });
}

const COLUMNS =
  'id, four_eyes_amount, thresholds, age_limits, delivery_hours, digest_hour, webhook_url, webhook_secret_set_at, updated_at' as const;

async function fetchSettings(): Promise<BackOfficeSettings> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.from('back_office_settings').select(COLUMNS).single();
  if (error) throw error;
  return {
    id: data.id,
    fourEyesAmount: data.four_eyes_amount,
    thresholds: numbersOf(data.thresholds),
    ageLimits: numbersOf(data.age_limits),
    deliveryHours: numbersOf(data.delivery_hours),
    digestHour: data.digest_hour,
    webhookUrl: data.webhook_url,
    webhookSecretSetAt: data.webhook_secret_set_at,
    updatedAt: data.updated_at,
  };
}

function numbersOf(stored: Json): Numbers {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  );
}

/** Another administrator changed the settings while this form was open. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';

  constructor() {
    super(m.settings_changed_meanwhile());
  }
}

export type SettingsChange = Pick<
  TablesUpdate<'back_office_settings'>,
  | 'four_eyes_amount'
  | 'thresholds'
  | 'age_limits'
  | 'delivery_hours'
  | 'digest_hour'
  | 'webhook_url'
  | 'webhook_secret'
>;

/** Throws SignedOutError, ChangedMeanwhileError or the backend's error. */
export async function saveSettings(
  adminId: string,
  { id, updatedAt }: BackOfficeSettings,
  change: SettingsChange,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from('back_office_settings')
    .update(change)
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new ChangedMeanwhileError();
}
