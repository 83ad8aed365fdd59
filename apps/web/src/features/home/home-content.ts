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

interface Point {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The content of "The All-in-One Financial Hub". */
export const hubItems: readonly Point[] = [
  {
    icon: CreditCard,
    title: 'Virtual and physical cards',
    text: 'Three tiers, ready to order online.',
  },
  {
    icon: ArrowLeftRight,
    title: 'Send and receive payments',
    text: 'To people and to businesses.',
  },
  { icon: Globe, title: 'Wire and crypto transfers', text: 'Banks and wallets from one form.' },
  { icon: Smartphone, title: 'Mobile recharge', text: 'Talktime, data and bundles.' },
  { icon: ReceiptText, title: 'Utility bills', text: 'From electricity to rent.' },
  { icon: Building2, title: 'Personal and business accounts', text: 'A dashboard for each.' },
];

export const features: readonly Point[] = [
  {
    icon: ShieldCheck,
    title: 'Secure payments',
    text: 'A person reviews every order, and your card number never leaves your browser.',
  },
  {
    icon: CreditCard,
    title: 'Virtual and physical cards',
    text: 'Pick the limit and the perks you need: Standard, Premium or Metal.',
  },
  {
    icon: Zap,
    title: 'Fast transfers',
    text: 'Send to a person, a business, a bank or a wallet without changing apps.',
  },
  {
    icon: Globe,
    title: 'At home everywhere',
    text: `Use your money in ${marketingCopy.countriesAndRegions} and ${marketingCopy.currencies}.`,
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
    review:
      'Paying crews in four countries used to take our mornings. Now it takes a coffee break.',
    rating: 5,
    logo: 'harbor',
  },
  {
    id: 'juniper-row',
    company: 'Juniper Row Studio',
    review: 'One card for each project, one limit for each card. Our books have never been calmer.',
    rating: 5,
    logo: 'leaf',
  },
  {
    id: 'summit-ledger',
    company: 'Summit & Ledger',
    review: 'Bills, top-ups and transfers in one place. Our bookkeeper asked who to thank.',
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
    content:
      'I ordered a virtual card over lunch and paid for my subscriptions with it the next day. The status page showed me where things stood all along.',
    author: 'Amara Lindqvist',
    role: 'Freelance illustrator',
    rating: 5,
  },
  {
    id: 'shop-owner',
    content:
      'My suppliers are abroad, my phone bill is not. I like that I don’t need two apps for that any more.',
    author: 'Tobias Okafor',
    role: 'Owner of a bicycle shop',
    rating: 5,
  },
  {
    id: 'student',
    content:
      'I top up my mother’s phone from another continent. Pick the operator, pick the amount, done.',
    author: 'Priya Haddad',
    role: 'Student',
    rating: 4,
  },
];
