import { UTILITY_CATEGORY_IDS, type UtilityCategoryId } from '@beaconpay/domain';
import { m } from '../../paraglide/messages.js';

export interface UtilityCategory {
  readonly id: UtilityCategoryId;
  readonly name: string;
}

const NAMES: Readonly<Record<UtilityCategoryId, string>> = {
  electricity: m.label_utility_electricity(),
  water: m.label_utility_water(),
  'internet-tv': m.label_utility_internet_tv(),
  gas: m.label_utility_gas(),
  insurance: m.label_utility_insurance(),
  rent: m.label_utility_rent(),
};

export const UTILITY_CATEGORIES: readonly UtilityCategory[] = UTILITY_CATEGORY_IDS.map((id) => ({
  id,
  name: NAMES[id],
}));
