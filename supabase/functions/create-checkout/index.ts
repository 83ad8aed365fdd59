/** Creates a checkout session at the card provider for a pending record of the caller. */
import { connectAsService, requireCaller } from '../_shared/backend.ts';
import { chooseCardProvider } from '../_shared/choose-card-provider.ts';
import { answer, onPost, optionalVariable, HttpError } from '../_shared/http.ts';
import type { Presentation } from '../_shared/card-provider.ts';
import { basePathOf, localeOf, otherLocales, type Locale } from '../_shared/language.ts';
import { m } from '../_shared/paraglide/messages.js';
import {
  isPending,
  readRecordId,
  readRecordType,
  type RecordType,
  decidedRecordError,
  requireOwnRecord,
} from '../_shared/payment-record.ts';
import { readJson } from '../_shared/read-json.ts';

const DESCRIPTIONS = {
  card_order: m.checkout_card_order,
  mobile_recharge: m.checkout_mobile_recharge,
};
const ID_PARAMETERS = { card_order: 'local_order_id', mobile_recharge: 'local_recharge_id' };

/** The URL of the web application: the operator's setting, or the origin of the request. */
function siteOf(request: Request): string {
  const site = optionalVariable('SITE_URL') ?? request.headers.get('Origin') ?? '';
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) {
    throw new HttpError(400, m.error_no_origin);
  }
  return new URL(site).origin;
}

function successUrlOf(pages: string, type: RecordType, id: string): string {
  // The provider replaces the braces with the id, so they must not be encoded.
  const query = `type=${type}&session_id={CHECKOUT_SESSION_ID}&${ID_PARAMETERS[type]}=${id}`;
  return `${pages}/payment-success?${query}`;
}

function presentIn(locale: Locale, site: string, type: RecordType, id: string): Presentation {
  const pages = `${site}${basePathOf(locale)}`;
  return {
    locale,
    description: DESCRIPTIONS[type]({}, { locale }),
    successUrl: successUrlOf(pages, type, id),
    cancelUrl: `${pages}/payment-cancel?type=${type}`,
  };
}

Deno.serve(
  onPost(async (request) => {
    const caller = await requireCaller(request);
    const body = await readJson(request);
    const type = readRecordType(body.type);
    const record = await requireOwnRecord(caller, type, readRecordId(body.record_id));
    if (!isPending(record)) throw decidedRecordError(record);
    const site = siteOf(request);
    const locale = localeOf(request);
    const present = (language: Locale) => presentIn(language, site, type, record.id);
    const url = await chooseCardProvider(connectAsService(), request).createCheckout({
      record,
      email: caller.email,
      presentations: [present(locale), ...otherLocales(locale).map(present)],
    });
    return answer({ url });
  }),
);
