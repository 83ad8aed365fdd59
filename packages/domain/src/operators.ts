import { searchText } from './search-text.ts';

export interface Operator {
  readonly id: string;
  /** The value of a recharge's operator column. */
  readonly name: string;
  readonly country: OperatorCountry;
  /** Two letters, shown instead of the operator's logo. */
  readonly logo: string;
}

export const OPERATOR_COUNTRIES = ['Nigeria', 'UK', 'USA'] as const;
type OperatorCountry = (typeof OPERATOR_COUNTRIES)[number];

/** The operators of recharges. The database has the same names and refuses others. */
export const OPERATORS: readonly Operator[] = [
  { id: 'glo', name: 'Glo Mobile', country: 'Nigeria', logo: 'GL' },
  { id: 'mtn', name: 'MTN', country: 'Nigeria', logo: 'MT' },
  { id: 'airtel', name: 'Airtel', country: 'Nigeria', logo: 'AI' },
  { id: '9mobile', name: '9mobile', country: 'Nigeria', logo: '9M' },
  { id: 'vodafone', name: 'Vodafone', country: 'UK', logo: 'VO' },
  { id: 'o2', name: 'O2', country: 'UK', logo: 'O2' },
  { id: 'att', name: 'AT&T', country: 'USA', logo: 'AT' },
  { id: 'verizon', name: 'Verizon', country: 'USA', logo: 'VE' },
];

/**
 * The operators of a country whose name contains the search text, without regard to case and accents.
 * An empty country or search text matches all.
 */
export function findOperators(country: string, search: string): readonly Operator[] {
  const wanted = searchText(search.trim());
  return OPERATORS.filter(
    (operator) =>
      (country === '' || operator.country === country) &&
      searchText(operator.name).includes(wanted),
  );
}
