export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly kind: 'fiat' | 'crypto';
  /** The prefix of an amount: a symbol, or the code if there is none. */
  readonly symbol: string;
}

/**
 * The specification counts 19 currencies and names 18 of them; Polygon (POL) makes up the count.
 */
export const CURRENCIES: readonly Currency[] = [
  { code: 'USD', name: 'US Dollar', kind: 'fiat', symbol: '$' },
  { code: 'EUR', name: 'Euro', kind: 'fiat', symbol: '€' },
  { code: 'GBP', name: 'British Pound', kind: 'fiat', symbol: '£' },
  { code: 'JPY', name: 'Japanese Yen', kind: 'fiat', symbol: '¥' },
  { code: 'CAD', name: 'Canadian Dollar', kind: 'fiat', symbol: 'C$' },
  { code: 'AUD', name: 'Australian Dollar', kind: 'fiat', symbol: 'A$' },
  { code: 'CHF', name: 'Swiss Franc', kind: 'fiat', symbol: 'Fr' },
  { code: 'BTC', name: 'Bitcoin', kind: 'crypto', symbol: '₿' },
  { code: 'ETH', name: 'Ethereum', kind: 'crypto', symbol: 'Ξ' },
  { code: 'USDT', name: 'Tether', kind: 'crypto', symbol: 'USDT' },
  { code: 'USDC', name: 'USD Coin', kind: 'crypto', symbol: 'USDC' },
  { code: 'BNB', name: 'BNB', kind: 'crypto', symbol: 'BNB' },
  { code: 'XRP', name: 'XRP', kind: 'crypto', symbol: 'XRP' },
  { code: 'ADA', name: 'Cardano', kind: 'crypto', symbol: 'ADA' },
  { code: 'SOL', name: 'Solana', kind: 'crypto', symbol: 'SOL' },
  { code: 'DOGE', name: 'Dogecoin', kind: 'crypto', symbol: 'DOGE' },
  { code: 'DOT', name: 'Polkadot', kind: 'crypto', symbol: 'DOT' },
  { code: 'POL', name: 'Polygon', kind: 'crypto', symbol: 'POL' },
  { code: 'LTC', name: 'Litecoin', kind: 'crypto', symbol: 'LTC' },
];

function findCurrency(code: string): Currency | undefined {
  return CURRENCIES.find((currency) => currency.code === code);
}

/** The currency's symbol, or its code if it has none. */
export function currencySymbol(code: string): string {
  return findCurrency(code)?.symbol ?? code;
}

export function isCryptoCurrency(code: string): boolean {
  return findCurrency(code)?.kind === 'crypto';
}
