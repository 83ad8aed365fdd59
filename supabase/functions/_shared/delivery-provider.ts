/** What a provider needs to know about a card order: public.provider_order. */
export interface CardOrder {
  readonly kind: 'card_order';
  readonly tier: string;
  readonly card_name: string;
  readonly holder: string | null;
  readonly amount: string;
  readonly currency: string;
}

/** What a provider needs to know about a recharge. */
export interface TopUpOrder {
  readonly kind: 'mobile_recharge';
  readonly operator: string;
  readonly phone_number: string;
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
}

export interface IssuedCard {
  /** The last four digits. The whole number stays with the issuer. */
  readonly last4: string;
  /** MM/YYYY */
  readonly expiry: string;
}

export interface SentTopUp {
  /** The confirmation of the operator, which the customer reads. */
  readonly confirmation: string;
}

/** Delivers what was paid for. One implementation per provider. */
export interface DeliveryProvider<Order, Result> {
  readonly name: string;
  /** Whether its deliveries do not exist outside this machine. */
  readonly isTest: boolean;
  /** Delivers a record once, however often it is called with the same record. */
  deliver: (recordId: string, order: Order) => Promise<Result>;
}

/** The provider did not deliver, or its result is unknown. A later attempt has the same idempotency key. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
