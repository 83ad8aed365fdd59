/**
 * Shows administrators how a mail to customers looks, with sample values. It reads no data: the built-in texts and
 * the texts of the request are everything that it returns.
 */
import { answer, HttpError, onPost } from '../_shared/http.ts';
import { readJson } from '../_shared/read-json.ts';
import { composeMessage } from '../send-mails/message.ts';
import { textsFor, type MailKind } from '../send-mails/texts.ts';

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const SAMPLE_SITE = 'https://pay.example.com';
const SAMPLE_NAME = 'Ada';
const MAX_TEXT_LENGTH = 3000;

const KINDS: readonly MailKind[] = [
  'received',
  'needs_action',
  'approved',
  'rejected',
  'corrected_approved',
  'corrected_rejected',
  'card_delivered',
  'top_up_delivered',
];

function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : '';
}

Deno.serve(
  onPost(async (request) => {
    const body = await readJson(request);
    const kind = KINDS.find((known) => known === body.kind);
    if (kind === undefined) throw new HttpError(400, 'kind: not known');
    const locale = textIn(body, 'locale');
    const [subject, text] = [textIn(body, 'subject'), textIn(body, 'body')];
    const isCorrection = kind === 'corrected_approved' || kind === 'corrected_rejected';
    const builtIn = textsFor(locale).kinds[kind];
    const message = composeMessage(
      {
        id: 0,
        lease: SAMPLE_ID,
        kind: isCorrection ? 'corrected' : kind,
        email: 'ada@example.com',
        locale,
        record_id: SAMPLE_ID,
        record: {
          type: kind === 'top_up_delivered' ? 'mobile_recharge' : 'card_order',
          item: kind === 'top_up_delivered' ? 'MTN' : 'premium',
          amount: '15.00',
          currency: 'USD',
          created_at: '2026-01-15T12:00:00Z',
        },
        detail: {
          ...(isCorrection
            ? {
                status:
                  kind === 'corrected_approved'
                    ? 'manual_payment_approved'
                    : 'manual_payment_rejected',
              }
            : {}),
          ...(subject === '' || text === ''
            ? {}
            : { custom: { subject, body: text, name: SAMPLE_NAME } }),
        },
        functions_url: null,
        unsubscribe_token: null,
      },
      { site: SAMPLE_SITE },
    );
    return answer({
      subject: message.subject,
      text: message.text,
      built_in: { subject: builtIn.subject, body: builtIn.lines.join('\n') },
    });
  }),
);
