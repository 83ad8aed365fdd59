import { CARD_TIERS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { CARD_KINDS, findResearchCards, RESEARCH_CARDS } from './research-cards.ts';

/** @covers 2.cards.3 */
test('every kind has a card with benefits and best-for tags', () => {
  for (const kind of CARD_KINDS) expect(findResearchCards(kind, '').length).toBeGreaterThan(0);
  for (const { benefits, bestFor } of RESEARCH_CARDS) {
    expect(benefits.length).toBeGreaterThan(0);
    expect(bestFor.length).toBeGreaterThan(0);
  }
});

test('without filter and search all cards are found', () => {
  expect(findResearchCards(null, '  ')).toEqual(RESEARCH_CARDS);
});

test('search reads names, benefits and tags in any case, and needs every word', () => {
  expect(findResearchCards(null, 'LOUNGE').map(({ id }) => id)).toEqual(['metal-virtual']);
  expect(findResearchCards(null, 'students deposit').map(({ id }) => id)).toEqual([
    'builder-secured',
  ]);
  expect(findResearchCards(null, 'students lounge')).toEqual([]);
});

test('search and filter hold together', () => {
  const found = findResearchCards('debit', 'travel');
  expect(found.map(({ id }) => id)).toEqual(['traveler-debit']);
});

test('exactly the tiers on offer can be ordered from here', () => {
  const orderable = RESEARCH_CARDS.flatMap(({ tierId }) => tierId ?? []);
  expect(orderable).toEqual(CARD_TIERS.map(({ id }) => id));
});
