export const UTILITY_CATEGORY_IDS = [
  'electricity',
  'water',
  'internet-tv',
  'gas',
  'insurance',
  'rent',
] as const;
export type UtilityCategoryId = (typeof UTILITY_CATEGORY_IDS)[number];
