import type { CardTier } from '@beaconpay/domain';
import { m } from '../../paraglide/messages.js';

export const TIER_FEATURES: Readonly<Record<CardTier['id'], readonly string[]>> = {
  standard: [
    m.label_tier_standard_feature_limit(),
    m.label_tier_standard_feature_payments(),
    m.label_tier_standard_feature_support(),
  ],
  premium: [
    m.label_tier_premium_feature_limit(),
    m.label_tier_premium_feature_payments(),
    m.label_tier_premium_feature_support(),
    m.label_tier_premium_feature_rewards(),
  ],
  metal: [
    m.label_tier_metal_feature_limit(),
    m.label_tier_metal_feature_premium(),
    m.label_tier_metal_feature_lounge(),
    m.label_tier_metal_feature_concierge(),
  ],
};
