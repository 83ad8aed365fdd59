export interface UtilityCategory {
  readonly id: string;
  readonly name: string;
}

export const UTILITY_CATEGORIES: readonly UtilityCategory[] = [
  { id: 'electricity', name: 'Electricity' },
  { id: 'water', name: 'Water' },
  { id: 'internet-tv', name: 'Internet & TV' },
  { id: 'gas', name: 'Gas' },
  { id: 'insurance', name: 'Insurance' },
  { id: 'rent', name: 'Rent' },
];
