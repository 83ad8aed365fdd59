import { readBackendError } from '../../lib/backend-error.ts';
import { m } from '../../paraglide/messages.js';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import type { Review } from './review.schema.ts';

/** Another administrator reviewed the record first. This review changed nothing. */
export class AlreadyReviewedError extends Error {
  override readonly name = 'AlreadyReviewedError';
}

/** The database's rule for a record that is no longer pending. */
const ALREADY_REVIEWED = 'review.already_decided';

/**
 * Decides a pending record. Throws SignedOutError, AlreadyReviewedError, the backend's error, or an Error if
 * no row was changed, which the backend does not report.
 */
export async function reviewRecord(adminId: string, review: Review): Promise<void> {
  const { kind, id, decision, notes } = review;
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase
    .from(RECORD_KINDS[kind].table)
    .update({
      status: decision,
      admin_notes: notes.trim() === '' ? null : notes.trim(),
      updated_at: new Date().toISOString(),
    })
    .eq('id', id)
    .select('id, status');
  if (error) {
    const { key, message } = readBackendError(error);
    throw key === ALREADY_REVIEWED ? new AlreadyReviewedError(message) : error;
  }
  if (data.length !== 1) throw new Error(m.admin_decision_not_saved());
}
