import { isWalletAddress, judgeAccountNumber, judgeSwiftCode } from '@beaconpay/domain';
import { m } from '../../paraglide/messages.js';

/** The hint for an account number, or null. */
export function accountNumberHint(typed: string): string | null {
  const judgement = judgeAccountNumber(typed);
  if (judgement === null) return null;
  return judgement === 'valid-iban'
    ? m.wire_transfers_iban_looks_right()
    : m.wire_transfers_iban_looks_wrong();
}

const SWIFT_CODE_HINTS = {
  valid: m.wire_transfers_swift_code_looks_right(),
  'unknown-country': m.wire_transfers_swift_code_has_unknown_country(),
  'invalid-format': m.wire_transfers_swift_code_has_wrong_length(),
};

/** The hint for a SWIFT/BIC code, or null for an empty field. */
export function swiftCodeHint(typed: string): string | null {
  const judgement = judgeSwiftCode(typed);
  return judgement === null ? null : SWIFT_CODE_HINTS[judgement];
}

/** The hint for a wallet address, or null for an empty field. */
export function walletAddressHint(typed: string, currency: string): string | null {
  if (typed.trim() === '') return null;
  return isWalletAddress(typed, currency)
    ? m.wire_transfers_wallet_address_looks_right({ currency })
    : m.wire_transfers_wallet_address_looks_wrong({ currency });
}
