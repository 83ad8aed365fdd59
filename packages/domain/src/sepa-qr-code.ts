import { isIban, isSwiftCode } from './bank-account.ts';
import { compactAccount, qrAmount, singleLine, type QrPayload } from './qr-payload.ts';

/**
 * The text of a QR code for a SEPA credit transfer: EPC069-12 of the European Payments Council,
 * version 002, in UTF-8.
 */

/** Countries of the European Economic Area. Transfers to other SEPA countries need a BIC. */
const EEA_COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK';
/** The other countries of the SEPA geographical scope with IBANs of their own. */
const OTHER_SEPA_COUNTRIES = 'AD AL CH GB GI MC MD ME MK RS SM VA';

const MAX_NAME_LENGTH = 70;
const MAX_REMITTANCE_LENGTH = 140;
const MAX_PAYLOAD_BYTES = 331;

export interface SepaQrCode {
  readonly name: string;
  readonly iban: string;
  /** Optional for accounts in the European Economic Area. */
  readonly bic?: string;
  /** A decimal text in EUR. */
  readonly amount: string;
  /** The remittance text, which contains the payment code. */
  readonly remittance: string;
}

export type SepaQrError =
  | 'name-missing'
  | 'name-too-long'
  | 'iban-invalid'
  | 'iban-outside-sepa'
  | 'bic-invalid'
  | 'bic-missing'
  | 'amount-invalid'
  | 'remittance-too-long'
  | 'payload-too-long';

function bicError(iban: string, bic: string): SepaQrError | null {
  const country = iban.slice(0, 2);
  if (bic !== '') return isSwiftCode(bic) ? null : 'bic-invalid';
  if (EEA_COUNTRIES.includes(country)) return null;
  return OTHER_SEPA_COUNTRIES.includes(country) ? 'bic-missing' : null;
}

function ibanError(iban: string): SepaQrError | null {
  if (!isIban(iban)) return 'iban-invalid';
  const country = iban.slice(0, 2);
  return EEA_COUNTRIES.includes(country) || OTHER_SEPA_COUNTRIES.includes(country)
    ? null
    : 'iban-outside-sepa';
}

/** The payload of a SEPA QR code, or all reasons why there is none. */
export function buildSepaQrPayload(transfer: SepaQrCode): QrPayload<SepaQrError> {
  const name = singleLine(transfer.name);
  const iban = compactAccount(transfer.iban);
  const bic = compactAccount(transfer.bic ?? '');
  const amount = qrAmount(transfer.amount);
  const remittance = singleLine(transfer.remittance);
  // Version, UTF-8, SEPA credit transfer; purpose and structured reference are empty.
  const elements = ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${amount ?? ''}`, '', ''];
  const payload = [...elements, remittance].join('\n').trimEnd();
  const found: (SepaQrError | null)[] = [
    name === '' ? 'name-missing' : null,
    Array.from(name).length > MAX_NAME_LENGTH ? 'name-too-long' : null,
    ibanError(iban),
    bicError(iban, bic),
    amount === null ? 'amount-invalid' : null,
    Array.from(remittance).length > MAX_REMITTANCE_LENGTH ? 'remittance-too-long' : null,
  ];
  const errors = found.filter((error) => error !== null);
  if (errors.length === 0 && utf8Length(payload) > MAX_PAYLOAD_BYTES) {
    errors.push('payload-too-long');
  }
  return errors.length === 0 ? { ok: true, payload } : { ok: false, errors };
}

function utf8Length(text: string): number {
  return Array.from(text).reduce((sum, character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint < 0x80) return sum + 1;
    if (codePoint < 0x800) return sum + 2;
    return sum + (codePoint < 0x1_0000 ? 3 : 4);
  }, 0);
}
