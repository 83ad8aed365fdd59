import { wireRoute } from './wire-route.ts';
import type { WireValues } from './wire.schema.ts';
import { formatExactAmount } from '../../lib/format-amount.ts';
import { m } from '../../paraglide/messages.js';

/** The values of the empty form. */
export const emptyWire: WireValues = {
  direction: 'send',
  amount: '',
  currency: 'USD',
  purpose: '',
  recipientName: '',
  accountNumber: '',
  swiftCode: '',
  bankName: '',
  bankCountry: '',
  yourAccountNumber: '',
  yourBankName: '',
  cryptoWalletAddress: '',
  cryptoNetwork: '',
};

/** A short description of a transfer: "$250.00 to Ada Lovelace", "0.000001 BTC to your wallet". */
export function transferSummary(wire: WireValues): string {
  return m.wire_transfers_amount_to_destination({
    amount: formatExactAmount(wire.amount, wire.currency),
    destination: destination(wire),
  });
}

function destination(wire: WireValues): string {
  const route = wireRoute(wire.currency);
  if (wire.direction === 'withdraw') {
    return route === 'wallet' ? m.wire_transfers_your_wallet() : wire.yourBankName;
  }
  return route === 'wallet'
    ? m.wire_transfers_wallet_address_2({ address: shortAddress(wire.cryptoWalletAddress) })
    : wire.recipientName;
}

const SHOWN_AT_EACH_END = 6;

/** The first and the last characters of an address, by which users recognize it. */
function shortAddress(address: string): string {
  if (address.length <= 2 * SHOWN_AT_EACH_END) return address;
  return `${address.slice(0, SHOWN_AT_EACH_END)}…${address.slice(-SHOWN_AT_EACH_END)}`;
}
