import type { PlaceholderPath } from './placeholder-paths.ts';
import { m } from '../../paraglide/messages.js';

interface PlaceholderText {
  /** The name of the page, as in its links. */
  name: string;
  summary: string;
}

export const PLACEHOLDER_PAGES: Readonly<Record<PlaceholderPath, PlaceholderText>> = {
  '/about': { name: m.common_about(), summary: m.placeholder_the_people_behind_beaconpay() },
  '/careers': { name: m.common_careers(), summary: m.placeholder_open_positions_at_beaconpay() },
  '/press': { name: m.common_press(), summary: m.placeholder_news_and_press_resources() },
  '/blog': { name: m.common_blog(), summary: m.placeholder_stories_and_guides_from_beaconpay() },
  '/support': {
    name: m.common_support(),
    summary: m.placeholder_help_with_your_beaconpay_account(),
  },
  '/contact': { name: m.placeholder_contact(), summary: m.placeholder_how_to_reach_beaconpay() },
  '/faq': { name: m.common_faq(), summary: m.placeholder_answers_to_frequently_asked_questions() },
  '/security': {
    name: m.common_security(),
    summary: m.placeholder_how_beaconpay_keeps_your_money_and_data(),
  },
  '/privacy': {
    name: m.common_privacy(),
    summary: m.placeholder_what_beaconpay_knows_about_you_and_why(),
  },
  '/terms': {
    name: m.common_terms(),
    summary: m.placeholder_terms_that_apply_when_you_use_beaconpay(),
  },
  '/cookies': {
    name: m.common_cookies(),
    summary: m.placeholder_what_beaconpay_stores_in_your_browser(),
  },
  '/accessibility': {
    name: m.common_accessibility(),
    summary: m.placeholder_how_beaconpay_works_for_everyone(),
  },
  '/settings': {
    name: m.common_settings(),
    summary: m.placeholder_your_beaconpay_account_settings(),
  },
};
