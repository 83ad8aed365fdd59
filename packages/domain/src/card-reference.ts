/**
 * The stored details of a card payment: a prefixed JSON text in the transaction reference. The type does
 * not contain the full number and the security code, so they cannot be encoded by mistake. The database
 * removes other fields too.
 */
interface CardReference {
  readonly cardHolder: string;
  /** Lower case, as cardBrand() returns it. */
  readonly brand: string;
  readonly last4: string;
  /** MM/YYYY */
  readonly expiry: string;
}

const CARD_REFERENCE_PREFIX = 'CARD_PAYMENT_DETAILS:';

/** The transaction reference of a card payment. */
export function encodeCardReference({ cardHolder, brand, last4, expiry }: CardReference): string {
  return CARD_REFERENCE_PREFIX + JSON.stringify({ cardHolder, brand, last4, expiry });
}

/** The card details in a transaction reference, or null if it is not a card payment. */
export function decodeCardReference(reference: string): CardReference | null {
  if (!reference.startsWith(CARD_REFERENCE_PREFIX)) {
    return null;
  }
  let details: unknown;
  try {
    details = JSON.parse(reference.slice(CARD_REFERENCE_PREFIX.length));
  } catch {
    return null;
  }
  if (typeof details !== 'object' || details === null) {
    return null;
  }
  const { cardHolder, brand, last4, expiry } = details as Partial<Record<string, unknown>>;
  return typeof cardHolder === 'string' &&
    typeof brand === 'string' &&
    typeof last4 === 'string' &&
    typeof expiry === 'string'
    ? { cardHolder, brand, last4, expiry }
    : null;
}
