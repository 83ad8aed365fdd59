import type { Backend } from '../_shared/backend.ts';
import type { MailKind } from './texts.ts';

/** What a mail shows of an order or a recharge. */
interface MailRecord {
  readonly type: 'card_order' | 'mobile_recharge';
  /** The tier of the card or the operator. */
  readonly item: string;
  readonly amount: string;
  readonly currency: string;
  readonly created_at: string;
}

/** A mail of the outbox, reserved for this function. */
export interface ClaimedMail {
  readonly id: number;
  readonly lease: string;
  readonly kind: Exclude<MailKind, `corrected_${string}`> | 'corrected';
  readonly email: string;
  readonly locale: string;
  readonly record_id: string | null;
  readonly record: MailRecord | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The public URL of the functions, if the database knows it. */
  readonly functions_url: string | null;
  /** Null: the user cannot unsubscribe from this kind of mail. */
  readonly unsubscribe_token: string | null;
}

export type Outcome = 'sent' | 'failed' | 'skipped' | 'retry';

export async function claimMails(service: Backend, count: number): Promise<ClaimedMail[]> {
  const { data, error } = await service.rpc('claim_mails', { max_mails: count });
  if (error !== null) throw error;
  return data as unknown as ClaimedMail[];
}

/** Marks an attempt. False: another caller has the mail. */
export async function beginMail(service: Backend, { id, lease }: ClaimedMail): Promise<boolean> {
  const { data, error } = await service.rpc('begin_mail', { mail_id: id, mail_lease: lease });
  if (error !== null) throw error;
  return data;
}

export async function completeMail(
  service: Backend,
  { id, lease }: ClaimedMail,
  outcome: Outcome,
  result: string,
): Promise<void> {
  const { error } = await service.rpc('complete_mail', {
    mail_id: id,
    mail_lease: lease,
    outcome,
    result,
  });
  if (error !== null) throw error;
}
