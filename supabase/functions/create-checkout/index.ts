/** Creates a checkout session at the card provider for a pending record of the caller. */
import { connectAsService, requireCaller } from '../_shared/backend.ts';
import { chooseCardProvider } from '../_shared/choose-card-provider.ts';
import { answer, onPost, optionalVariable, HttpError } from '../_shared/http.ts';
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
  card_order: 'BeaconPay virtual card',
  mobile_recharge: 'BeaconPay mobile recharge',
};
const ID_PARAMETERS = { card_order: 'local_order_id', mobile_recharge: 'local_recharge_id' };

/** The URL of the web application: the operator's setting, or the origin of the request. */
function siteOf(request: Request): string {
  const site = optionalVariable('SITE_URL') ?? request.headers.get('Origin') ?? '';
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) {
    throw new HttpError(400, 'The page that pays must name its origin.');
  }
  return new URL(site).origin;
}

function successUrlOf(site: string, type: RecordType, id: string): string {
  // The provider replaces the braces with the id, so they must not be encoded.
  const query = `type=${type}&session_id={CHECKOUT_SESSION_ID}&${ID_PARAMETERS[type]}=${id}`;
  return `${site}/payment-success?${query}`;
}

Deno.serve(
  onPost(async (request) => {
    const caller = await requireCaller(request);
    const body = await readJson(request);
    const type = readRecordType(body.type);
    const record = await requireOwnRecord(caller, type, readRecordId(body.record_id));
    if (!isPending(record)) throw decidedRecordError(record);
    const site = siteOf(request);
    const url = await chooseCardProvider(connectAsService(), request).createCheckout({
      record,
      email: caller.email,
      description: DESCRIPTIONS[type],
      successUrl: successUrlOf(site, type, record.id),
      cancelUrl: `${site}/payment-cancel?type=${type}`,
    });
    return answer({ url });
  }),
);
