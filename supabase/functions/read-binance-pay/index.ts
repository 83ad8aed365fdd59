/**
 * Reads the operator's payments from Binance Pay and imports them as bank lines. A scheduled job of the database calls
 * it without a secret: the call only makes it look for payments, at most once per minute. Without the operator's key
 * it does nothing.
 */
import { connectAsService } from '../_shared/backend.ts';
import { answer, onPost, optionalVariable } from '../_shared/http.ts';
import { pauseSource, readSource } from '../_shared/read-source.ts';
import { createBinancePay } from './binance-pay.ts';
import { readAssetCurrencies } from './pay-line.ts';

const DEFAULT_URL = 'https://api.binance.com';
const DEFAULT_CURRENCIES = 'USDT:USD';
/** A key that is added later is used after this time. */
const PAUSE_WITHOUT_KEY_S = 10 * 60;

Deno.serve(
  onPost(async () => {
    const key = optionalVariable('BINANCE_API_KEY');
    const secret = optionalVariable('BINANCE_API_SECRET');
    const service = connectAsService();
    if (key === null || secret === null) {
      await pauseSource(service, 'binance_pay', PAUSE_WITHOUT_KEY_S);
      return answer({});
    }
    const url = (optionalVariable('BINANCE_API_URL') ?? DEFAULT_URL).replace(/\/+$/, '');
    const currencies = readAssetCurrencies(
      optionalVariable('BINANCE_PAY_CURRENCIES') ?? DEFAULT_CURRENCIES,
    );
    await readSource(service, createBinancePay({ url, key, secret }, currencies));
    // Anyone may call the function, so the answer does not show whether a payment arrived.
    return answer({});
  }),
);
