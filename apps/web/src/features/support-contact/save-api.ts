import { requireSessionOf } from '../../session/require-session.ts';
import type { StoredSupportContact } from './api.ts';
import type { SupportContact } from './support-contact.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Another administrator changed the contact while this form was open. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';

  constructor() {
    super(m.support_contact_someone_else_has_just_changed_support_contact());
  }
}

/** Throws SignedOutError, ChangedMeanwhileError, or the backend's error. */
export async function saveSupportContact(
  adminId: string,
  before: StoredSupportContact,
  { email, phone, url }: SupportContact,
): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from('support_contact')
    .update({ email, phone, url })
    .eq('updated_at', before.updatedAt)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new ChangedMeanwhileError();
}
