import {
  ArrowLeftRight,
  Building2,
  CreditCard,
  Globe,
  ReceiptText,
  ShieldCheck,
  Smartphone,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { marketingCopy } from '../../lib/marketing-copy.ts';
import type { PartnerShape } from './partner-mark.tsx';
import { m } from '../../paraglide/messages.js';

interface Point {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The content of "The All-in-One Financial Hub". */
export const hubItems: readonly Point[] = [
  {
    icon: CreditCard,
    title: m.home_virtual_and_physical_cards(),
    text: m.home_three_tiers_ready_to_order_online(),
  },
  {
    icon: ArrowLeftRight,
    title: m.home_send_and_receive_payments(),
    text: m.home_to_people_and_to_businesses(),
  },
  {
    icon: Globe,
    title: m.home_wire_and_crypto_transfers(),
    text: m.home_banks_and_wallets_from_one_form(),
  },
  { icon: Smartphone, title: m.common_mobile_recharge(), text: m.home_talktime_data_and_bundles() },
  { icon: ReceiptText, title: m.common_utility_bills_2(), text: m.home_from_electricity_to_rent() },
  {
    icon: Building2,
    title: m.home_personal_and_business_accounts(),
    text: m.home_a_dashboard_for_each(),
  },
];

export const features: readonly Point[] = [
  {
    icon: ShieldCheck,
    title: m.home_secure_payments(),
    text: m.home_person_reviews_every_order_and_your_card(),
  },
  {
    icon: CreditCard,
    title: m.home_virtual_and_physical_cards(),
    text: m.home_pick_limit_and_perks_you_need_standard(),
  },
  {
    icon: Zap,
    title: m.home_fast_transfers(),
    text: m.home_send_to_person_business_bank_or_wallet(),
  },
  {
    icon: Globe,
    title: m.home_at_home_everywhere(),
    text: m.home_use_your_money_in_countries_and_currencies({
      countries: marketingCopy.countriesAndRegions,
      currencies: marketingCopy.currencies,
    }),
  },
];

export interface CorporateReview {
  id: string;
  company: string;
  review: string;
  /** At most RATING_MAX. */
  rating: number;
  logo: PartnerShape;
}

/** Invented reviews, as examples. */
export const corporateReviews: readonly CorporateReview[] = [
  {
    id: 'harborline',
    company: 'Harborline Freight',
    review: m.home_paying_crews_in_four_countries_used_to(),
    rating: 5,
    logo: 'harbor',
  },
  {
    id: 'juniper-row',
    company: 'Juniper Row Studio',
    review: m.home_one_card_for_each_project_one_limit(),
    rating: 5,
    logo: 'leaf',
  },
  {
    id: 'summit-ledger',
    company: 'Summit & Ledger',
    review: m.home_bills_top_ups_and_transfers_in_one(),
    rating: 4,
    logo: 'summit',
  },
];

export const partners: readonly { name: string; logo: PartnerShape }[] = [
  { name: 'Harborline', logo: 'harbor' },
  { name: 'Juniper Row', logo: 'leaf' },
  { name: 'Summit', logo: 'summit' },
  { name: 'Orbita', logo: 'orbit' },
  { name: 'Tessel', logo: 'tiles' },
  { name: 'Northbeam', logo: 'beam' },
];

export interface Testimonial {
  id: string;
  content: string;
  author: string;
  role: string;
  /** At most RATING_MAX. */
  rating: number;
}

/** Invented testimonials, as examples. */
export const testimonials: readonly Testimonial[] = [
  {
    id: 'freelancer',
    content: m.home_i_ordered_virtual_card_over_lunch_and(),
    author: 'Amara Lindqvist',
    role: m.home_freelance_illustrator(),
    rating: 5,
  },
  {
    id: 'shop-owner',
    content: m.home_my_suppliers_are_abroad_my_phone_bill(),
    author: 'Tobias Okafor',
    role: m.home_owner_bicycle_shop(),
    rating: 5,
  },
  {
    id: 'student',
    content: m.home_i_top_up_my_mothers_phone_from(),
    author: 'Priya Haddad',
    role: m.home_student(),
    rating: 4,
  },
];
