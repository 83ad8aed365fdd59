import { CARD_TIERS } from '@beaconpay/domain';
import { expect, test } from 'vitest';
import { percentOfLimit, sampleCard } from './sample-cards.ts';
import { TIER_FEATURES } from './tier-features.ts';

/** @covers 2.cards.2 */
test('the used percentage is the balance divided by the limit, at most 100', () => {
  expect(percentOfLimit(32_000, 100_000)).toBe(32);
  expect(percentOfLimit(100_000, 100_000)).toBe(100);
  expect(percentOfLimit(250_000, 100_000)).toBe(100);
  expect(percentOfLimit(5, 0)).toBe(0);
});

test('a sample card is inactive and has no balance until a tier is selected', () => {
  expect(sampleCard(undefined)).toMatchObject({
    status: 'Inactive',
    balance: '0.00',
    limit: '0.00',
    usedPercent: 0,
  });
});

test('the sample card of each tier shows the limit from the feature list of the tier', () => {
  for (const tier of CARD_TIERS) {
    const { status, limit } = sampleCard(tier);
    expect(status).toBe('Active');
    const limitFeature = `$${Number(limit).toLocaleString('en-US')} Limit`;
    expect(TIER_FEATURES[tier.id]).toContain(limitFeature);
  }
});
