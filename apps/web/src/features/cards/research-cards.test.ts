import { CARD_TIERS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { CARD_KINDS, findResearchCards, RESEARCH_CARDS } from './research-cards.ts';

/** @covers 2.cards.3 */
test('every kind has at least one card, and every card has benefits and best-for tags', () => {
  for (const kind of CARD_KINDS) expect(findResearchCards(kind, '').length).toBeGreaterThan(0);
  for (const { benefits, bestFor } of RESEARCH_CARDS) {
    expect(benefits.length).toBeGreaterThan(0);
    expect(bestFor.length).toBeGreaterThan(0);
  }
});

test('all cards are found without a filter and a search text', () => {
  expect(findResearchCards(null, '  ')).toEqual(RESEARCH_CARDS);
});

test('a search matches names, benefits and tags, ignores case and requires every word', () => {
  expect(findResearchCards(null, 'LOUNGE').map(({ id }) => id)).toEqual(['metal-virtual']);
  expect(findResearchCards(null, 'students deposit').map(({ id }) => id)).toEqual([
    'builder-secured',
  ]);
  expect(findResearchCards(null, 'students lounge')).toEqual([]);
});

test('a search and a filter are combined', () => {
  const found = findResearchCards('debit', 'travel');
  expect(found.map(({ id }) => id)).toEqual(['traveler-debit']);
});

test('the research cards that can be ordered are exactly the offered tiers', () => {
  const orderable = RESEARCH_CARDS.flatMap(({ tierId }) => tierId ?? []);
  expect(orderable).toEqual(CARD_TIERS.map(({ id }) => id));
});
