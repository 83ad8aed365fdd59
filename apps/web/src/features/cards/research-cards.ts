import { searchText, type CardTier } from '@beaconpay/domain';
import type { CardFaceName } from '../../components/cards/card-faces.ts';
import { m } from '../../paraglide/messages.js';

export const CARD_KINDS = ['virtual', 'debit', 'credit', 'secured'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export const CARD_KIND_LABELS: Readonly<Record<CardKind, string>> = {
  virtual: m.cards_virtual(),
  debit: m.cards_debit(),
  credit: m.cards_credit(),
  secured: m.cards_secured(),
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
    name: m.cards_standard_virtual(),
    kind: 'virtual',
    summary: m.cards_separate_card_number_for_everyday_online(),
    benefits: [m.cards_n1_000_limit(), m.cards_pay_online_anywhere(), m.cards_basic_support()],
    bestFor: [m.cards_online_shopping(), m.cards_subscriptions()],
    face: 'navy',
    tierId: 'standard',
  },
  {
    id: 'premium-virtual',
    name: m.cards_premium_virtual(),
    kind: 'virtual',
    summary: m.cards_higher_limit_global_payments_and_cashback_on(),
    benefits: [m.cards_n5_000_limit(), m.cards_cashback_rewards(), m.cards_priority_support()],
    bestFor: [m.cards_frequent_shoppers(), m.cards_paying_abroad()],
    face: 'amber',
    tierId: 'premium',
  },
  {
    id: 'metal-virtual',
    name: m.cards_metal_virtual(),
    kind: 'virtual',
    summary: m.cards_our_highest_limit_with_lounge_access_and(),
    benefits: [
      m.cards_n20_000_limit(),
      m.cards_airport_lounge_access(),
      m.cards_concierge_service(),
    ],
    bestFor: [m.cards_travelers(), m.cards_high_spenders()],
    face: 'metal',
    tierId: 'metal',
  },
  {
    id: 'everyday-debit',
    name: m.cards_everyday_debit(),
    kind: 'debit',
    summary: m.cards_spends_straight_from_your_balance_in_shops(),
    benefits: [
      m.cards_no_annual_fee(),
      m.cards_contactless_payments(),
      m.cards_instant_spending_alerts(),
    ],
    bestFor: [m.cards_daily_spending(), m.cards_cash_withdrawals()],
    face: 'harbor',
  },
  {
    id: 'traveler-debit',
    name: m.cards_traveler_debit(),
    kind: 'debit',
    summary: m.cards_holds_several_currencies_and_pays_in_right(),
    benefits: [
      m.cards_no_foreign_transaction_fee(),
      m.cards_several_currencies(),
      m.cards_travel_insurance(),
    ],
    bestFor: [m.cards_travelers(), m.cards_paying_abroad()],
    face: 'dusk',
  },
  {
    id: 'cashback-credit',
    name: m.cards_cashback_credit(),
    kind: 'credit',
    summary: m.cards_credit_line_that_gives_you_back_share(),
    benefits: [
      m.cards_cashback_on_every_purchase(),
      m.cards_interest_free_period(),
      m.cards_purchase_protection(),
    ],
    bestFor: [m.cards_families(), m.cards_frequent_shoppers()],
    face: 'dusk',
  },
  {
    id: 'business-credit',
    name: m.cards_business_credit(),
    kind: 'credit',
    summary: m.cards_one_line_credit_with_card_for_everyone(),
    benefits: [m.cards_cards_for_employees(), m.cards_per_card_limits(), m.cards_expense_reports()],
    bestFor: [m.cards_small_businesses(), m.cards_teams()],
    face: 'navy',
  },
  {
    id: 'builder-secured',
    name: m.cards_builder_secured(),
    kind: 'secured',
    summary: m.cards_your_deposit_sets_your_limit_and_on(),
    benefits: [
      m.cards_refundable_deposit(),
      m.cards_reports_to_credit_bureaus(),
      m.cards_no_credit_check(),
    ],
    bestFor: [m.cards_building_credit(), m.cards_students()],
    face: 'fog',
  },
];

/**
 * The cards of a kind, or of all kinds for null, that contain each word of the search text in the name, the
 * kind, the summary, a benefit or a best-for tag, without regard to case and accents.
 */
export function findResearchCards(kind: CardKind | null, search: string): readonly ResearchCard[] {
  const words = searchText(search).split(/\s+/).filter(Boolean);
  return RESEARCH_CARDS.filter((card) => {
    if (kind !== null && card.kind !== kind) return false;
    const { name, summary, benefits, bestFor } = card;
    const text = searchText(
      [name, CARD_KIND_LABELS[card.kind], summary, ...benefits, ...bestFor].join(' '),
    );
    return words.every((word) => text.includes(word));
  });
}
