/**
 * Asks the card provider whether a session has paid for exactly this record of
 * this caller, and then completes the record with the secret key.
 */
import { connectAsService, requireCaller } from '../_shared/backend.ts';
import { requirePayment } from '../_shared/card-provider.ts';
import { chooseCardProvider } from '../_shared/choose-card-provider.ts';
import { answer, onPost, HttpError } from '../_shared/http.ts';
import {
  completeRecord,
  isPending,
  readRecordId,
  readRecordType,
  decidedRecordError,
  requireOwnRecord,
} from '../_shared/payment-record.ts';
import { m } from '../_shared/paraglide/messages.js';
import { readJson } from '../_shared/read-json.ts';

/** The characters of providers' ids. None of them changes a URL that contains the id. */
const SESSION_ID = /^\w{1,255}$/;

Deno.serve(
  onPost(async (request) => {
    const caller = await requireCaller(request);
    const body = await readJson(request);
    const type = readRecordType(body.type);
    const record = await requireOwnRecord(caller, type, readRecordId(body.record_id));
    if (!isPending(record)) throw decidedRecordError(record);
    const { session_id: sessionId } = body;
    if (typeof sessionId !== 'string' || !SESSION_ID.test(sessionId)) {
      throw new HttpError(400, m.error_session_not_found);
    }
    const service = connectAsService();
    const session = await chooseCardProvider(service, request).findSession(sessionId);
    if (session === null) {
      throw new HttpError(404, m.error_session_not_found);
    }
    requirePayment(session, record);
    await completeRecord(service, record, session.id);
    return answer({ status: 'completed' });
  }),
);
