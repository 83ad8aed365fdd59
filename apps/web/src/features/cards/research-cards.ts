import type { CardTier } from '@beaconpay/domain';
import type { CardFaceName } from './card-faces.ts';

export const CARD_KINDS = ['virtual', 'debit', 'credit', 'secured'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export const CARD_KIND_LABELS: Readonly<Record<CardKind, string>> = {
  virtual: 'Virtual',
  debit: 'Debit',
  credit: 'Credit',
  secured: 'Secured',
};

export interface ResearchCard {
  readonly id: string;
  readonly name: string;
  readonly kind: CardKind;
  readonly summary: string;
  readonly benefits: readonly string[];
  readonly bestFor: readonly string[];
  readonly face: CardFaceName;
  /** The tier that can be ordered. The other cards are examples. */
  readonly tierId?: CardTier['id'];
}

export const RESEARCH_CARDS: readonly ResearchCard[] = [
  {
    id: 'standard-virtual',
    name: 'Standard Virtual',
    kind: 'virtual',
    summary: 'A separate card number for everyday online payments.',
    benefits: ['$1,000 limit', 'Pay online anywhere', 'Basic support'],
    bestFor: ['Online shopping', 'Subscriptions'],
    face: 'navy',
    tierId: 'standard',
  },
  {
    id: 'premium-virtual',
    name: 'Premium Virtual',
    kind: 'virtual',
    summary: 'A higher limit, global payments and cashback on every purchase.',
    benefits: ['$5,000 limit', 'Cashback rewards', 'Priority support'],
    bestFor: ['Frequent shoppers', 'Paying abroad'],
    face: 'amber',
    tierId: 'premium',
  },
  {
    id: 'metal-virtual',
    name: 'Metal Virtual',
    kind: 'virtual',
    summary: 'Our highest limit, with lounge access and a concierge.',
    benefits: ['$20,000 limit', 'Airport lounge access', 'Concierge service'],
    bestFor: ['Travelers', 'High spenders'],
    face: 'metal',
    tierId: 'metal',
  },
  {
    id: 'everyday-debit',
    name: 'Everyday Debit',
    kind: 'debit',
    summary: 'Spends straight from your balance, in shops and at cash machines.',
    benefits: ['No annual fee', 'Contactless payments', 'Instant spending alerts'],
    bestFor: ['Daily spending', 'Cash withdrawals'],
    face: 'harbor',
  },
  {
    id: 'traveler-debit',
    name: 'Traveler Debit',
    kind: 'debit',
    summary: 'Holds several currencies and pays in the right one automatically.',
    benefits: ['No foreign transaction fee', 'Several currencies', 'Travel insurance'],
    bestFor: ['Travelers', 'Paying abroad'],
    face: 'dusk',
  },
  {
    id: 'cashback-credit',
    name: 'Cashback Credit',
    kind: 'credit',
    summary: 'A credit line that gives you back a share of what you spend.',
    benefits: ['Cashback on every purchase', 'Interest-free period', 'Purchase protection'],
    bestFor: ['Families', 'Frequent shoppers'],
    face: 'dusk',
  },
  {
    id: 'business-credit',
    name: 'Business Credit',
    kind: 'credit',
    summary: 'One line of credit with a card for everyone on the team.',
    benefits: ['Cards for employees', 'Per-card limits', 'Expense reports'],
    bestFor: ['Small businesses', 'Teams'],
    face: 'navy',
  },
  {
    id: 'builder-secured',
    name: 'Builder Secured',
    kind: 'secured',
    summary: 'Your deposit sets your limit, and on-time payments build your credit history.',
    benefits: ['Refundable deposit', 'Reports to credit bureaus', 'No credit check'],
    bestFor: ['Building credit', 'Students'],
    face: 'fog',
  },
];

/**
 * The cards of a kind, or of all kinds for null, that contain each word of the search text in the name, the
 * kind, the summary, a benefit or a best-for tag, in upper or lower case.
 */
export function findResearchCards(
  kind: CardKind | null,
  searchText: string,
): readonly ResearchCard[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  return RESEARCH_CARDS.filter((card) => {
    if (kind !== null && card.kind !== kind) return false;
    const text = [
      card.name,
      CARD_KIND_LABELS[card.kind],
      card.summary,
      ...card.benefits,
      ...card.bestFor,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
