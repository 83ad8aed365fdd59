type CardTierId = 'standard' | 'premium' | 'metal';

export interface CardTier {
  /** The value of an order's card_details.tier. */
  readonly id: CardTierId;
  readonly name: string;
  /** A decimal text, the amount of an order. */
  readonly price: string;
  readonly currency: 'USD';
  /** The spending limit in cents. */
  readonly limitMinorUnits: number;
}

/** The available cards. The database has the same prices and refuses an order at any other price. */
export const CARD_TIERS: readonly CardTier[] = [
  {
    id: 'standard',
    name: 'Standard',
    price: '5.00',
    currency: 'USD',
    limitMinorUnits: 100_000,
  },
  {
    id: 'premium',
    name: 'Premium',
    price: '15.00',
    currency: 'USD',
    limitMinorUnits: 500_000,
  },
  {
    id: 'metal',
    name: 'Metal',
    price: '50.00',
    currency: 'USD',
    limitMinorUnits: 2_000_000,
  },
];

export const DEFAULT_CARD_NAME = 'My Virtual Card';
export const CARD_NAME_MAX_LENGTH = 60;

/** The tier with this id, or undefined for an unknown id. */
export function findCardTier(id: string): CardTier | undefined {
  return CARD_TIERS.find((tier) => tier.id === id);
}
