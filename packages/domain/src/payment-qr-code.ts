import { isIban, isSwiftCode } from './bank-account.ts';
import type { PaymentInstructionLine } from './payment-methods.ts';
import { compactAccount } from './qr-payload.ts';
import { buildSepaQrPayload } from './sepa-qr-code.ts';
import { buildSwissQrPayload, type SwissQrAddress } from './swiss-qr-bill.ts';

/** The QR code of a transfer, from the payment details as an administrator entered them. */

const HOLDER_LABELS =
  /account name|holder|beneficiary|payee|recipient|inhaber|empfänger|titulaire|bénéficiaire|titular|beneficiario|destinatario|खाताधारक|صاحب الحساب|المستفيد/i;
/** Labels that are a holder only if they are the whole label: "Bank name" is not. */
const SHORT_HOLDER_LABELS = /^(?:name|nom|nombre|नाम|الاسم)$/i;
const ADDRESS_LABELS = /address|anschrift|adresse|dirección|पता|عنوان/i;
const BIC_LABELS = /bic|swift/i;
/** "Bahnhofstrasse 1, 8001 Zürich": a street with a number is optional, a postal code and a town are not. */
const SWISS_ADDRESS =
  /^(?:(?<street>[^,]*?)(?:\s+(?<number>\d+\s?[a-z]?))?\s*,\s*)?(?:(?:CH|LI)[- ]?)?(?<postalCode>\d{4})\s+(?<town>[^,\d]+)/iu;

export interface PaymentQrCode {
  readonly standard: 'sepa' | 'swiss';
  readonly payload: string;
  /** The account holder, for a description of the picture. */
  readonly name: string;
  readonly iban: string;
}

export interface Transfer {
  readonly details: readonly PaymentInstructionLine[];
  /** A decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly code: string;
}

/**
 * The QR code that banking apps read, or null if the details do not contain exactly one IBAN and its
 * holder, or if no standard has this currency. An account in Switzerland or Liechtenstein gets a Swiss QR
 * code if its address is known.
 */
export function paymentQrCode({ details, amount, currency, code }: Transfer): PaymentQrCode | null {
  const [iban, ...others] = details.map(({ value }) => value).filter(isIban);
  const name = valueOf(details, HOLDER_LABELS) ?? valueOf(details, SHORT_HOLDER_LABELS);
  if (iban === undefined || others.length > 0 || name === undefined) return null;
  const found = { name: name.trim(), iban: compactAccount(iban) };
  const creditor = swissCreditor(details, found);
  if (creditor !== null) {
    const built = buildSwissQrPayload({ iban, creditor, amount, currency, message: code });
    if (built.ok) return { ...found, standard: 'swiss', payload: built.payload };
  }
  if (currency.toUpperCase() !== 'EUR') return null;
  const bic = details.find(({ label, value }) => BIC_LABELS.test(label) && isSwiftCode(value));
  const built = buildSepaQrPayload({
    name,
    iban,
    amount,
    remittance: code,
    ...(bic === undefined ? {} : { bic: bic.value }),
  });
  return built.ok ? { ...found, standard: 'sepa', payload: built.payload } : null;
}

function valueOf(details: Transfer['details'], labels: RegExp): string | undefined {
  return details.find(({ label }) => labels.test(label.trim()))?.value;
}

function swissCreditor(
  details: Transfer['details'],
  { name, iban }: Pick<PaymentQrCode, 'name' | 'iban'>,
): SwissQrAddress | null {
  const country = iban.slice(0, 2);
  const address = SWISS_ADDRESS.exec(valueOf(details, ADDRESS_LABELS)?.trim() ?? '')?.groups;
  if ((country !== 'CH' && country !== 'LI') || address === undefined) return null;
  const { street, number, postalCode = '', town = '' } = address;
  return {
    name,
    ...(street === undefined ? {} : { street }),
    ...(number === undefined ? {} : { buildingNumber: number }),
    postalCode,
    town: town.trim(),
    country,
  };
}
