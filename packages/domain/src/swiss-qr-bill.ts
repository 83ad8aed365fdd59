import { isIban } from './bank-account.ts';
import { isCountryCode } from './country-codes.ts';
import { compactAccount, qrAmount, singleLine, type QrPayload } from './qr-payload.ts';

/**
 * The text of a Swiss QR code: SIX Implementation Guidelines QR-bill, version 2.3, with a structured
 * address (the only kind since November 2025), without a reference (NON) and with an unstructured
 * message that contains the payment code.
 */

const MAX_MESSAGE_LENGTH = 140;
/** Institution identifiers of QR-IBANs, which are for payments with a QR reference only. */
const FIRST_QR_INSTITUTION = 30_000;
const LAST_QR_INSTITUTION = 31_999;
/** Basic Latin, Latin-1 Supplement, Latin Extended-A, the Romanian letters and the euro sign. */
const PERMITTED = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/u;

export interface SwissQrAddress {
  readonly name: string;
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode: string;
  readonly town: string;
  /** Two letters (ISO 3166-1). */
  readonly country: string;
}

export interface SwissQrBill {
  readonly iban: string;
  readonly creditor: SwissQrAddress;
  /** A decimal text. Without an amount the customer enters it. */
  readonly amount?: string;
  readonly currency: string;
  /** The unstructured message, which contains the payment code. */
  readonly message: string;
}

export type SwissQrError =
  | 'iban-invalid'
  | 'iban-not-swiss'
  | 'iban-needs-qr-reference'
  | 'name-missing'
  | 'postal-code-missing'
  | 'town-missing'
  | 'country-invalid'
  | 'element-too-long'
  | 'amount-invalid'
  | 'currency-not-supported'
  | 'message-too-long'
  | 'character-not-permitted';

const MAX_LENGTHS = { name: 70, street: 70, buildingNumber: 16, postalCode: 16, town: 35 } as const;

function ibanError(iban: string): SwissQrError | null {
  if (!isIban(iban)) return 'iban-invalid';
  if (!/^(CH|LI)/.test(iban)) return 'iban-not-swiss';
  const institution = Number(iban.slice(4, 9));
  return institution >= FIRST_QR_INSTITUTION && institution <= LAST_QR_INSTITUTION
    ? 'iban-needs-qr-reference'
    : null;
}

/** The elements of an address after its type, on one line each. */
function addressElements(address: SwissQrAddress) {
  return {
    name: singleLine(address.name),
    street: singleLine(address.street ?? ''),
    buildingNumber: singleLine(address.buildingNumber ?? ''),
    postalCode: singleLine(address.postalCode),
    town: singleLine(address.town),
    country: singleLine(address.country).toUpperCase(),
  };
}

function addressErrors(elements: ReturnType<typeof addressElements>): (SwissQrError | null)[] {
  const isTooLong = Object.entries(MAX_LENGTHS).some(
    ([element, length]) => elements[element as keyof typeof MAX_LENGTHS].length > length,
  );
  return [
    elements.name === '' ? 'name-missing' : null,
    elements.postalCode === '' ? 'postal-code-missing' : null,
    elements.town === '' ? 'town-missing' : null,
    isCountryCode(elements.country) ? null : 'country-invalid',
    isTooLong ? 'element-too-long' : null,
  ];
}

/** The payload of a Swiss QR code, or all reasons why there is none. */
export function buildSwissQrPayload(bill: SwissQrBill): QrPayload<SwissQrError> {
  const iban = compactAccount(bill.iban);
  const creditor = addressElements(bill.creditor);
  const amount = bill.amount === undefined ? '' : qrAmount(bill.amount);
  const currency = bill.currency.toUpperCase();
  const message = singleLine(bill.message);
  const noAddress = Array.from({ length: 7 }, () => '');
  const elements = [
    // Type, version, UTF-8.
    ...['SPC', '0200', '1', iban],
    ...['S', ...Object.values(creditor)],
    // The ultimate creditor, which the guidelines reserve for later use.
    ...noAddress,
    ...[amount ?? '', currency],
    // The debtor is unknown.
    ...noAddress,
    ...['NON', '', message, 'EPD'],
  ];
  const found: (SwissQrError | null)[] = [
    ibanError(iban),
    ...addressErrors(creditor),
    amount === null ? 'amount-invalid' : null,
    currency === 'CHF' || currency === 'EUR' ? null : 'currency-not-supported',
    message.length > MAX_MESSAGE_LENGTH ? 'message-too-long' : null,
    elements.every((element) => PERMITTED.test(element)) ? null : 'character-not-permitted',
  ];
  const errors = found.filter((error) => error !== null);
  return errors.length === 0 ? { ok: true, payload: elements.join('\n') } : { ok: false, errors };
}
