/** Hints for wallet addresses. They never block a form, because networks and formats change. */

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;
const TRON = new RegExp(`^T${BASE58}{33}$`);
const SOLANA = new RegExp(`^${BASE58}{32,44}$`);

/** The address formats of each crypto currency. */
const ADDRESS_FORMATS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['BTC', [new RegExp(`^[13]${BASE58}{25,34}$`), /^bc1[02-9ac-hj-np-z]{11,71}$/i]],
  ['ETH', [ETHEREUM]],
  ['USDT', [ETHEREUM, TRON, SOLANA]],
  ['USDC', [ETHEREUM, SOLANA]],
  ['BNB', [ETHEREUM, /^bnb1[02-9ac-hj-np-z]{38}$/i]],
  ['POL', [ETHEREUM]],
  ['XRP', [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/]],
  ['ADA', [/^addr1[02-9ac-hj-np-z]{50,100}$/i, new RegExp(`^(?:Ae2|DdzFF)${BASE58}{40,110}$`)]],
  ['SOL', [SOLANA]],
  ['DOGE', [new RegExp(`^[DA9]${BASE58}{25,34}$`)]],
  ['DOT', [new RegExp(`^1${BASE58}{45,47}$`)]],
  ['LTC', [new RegExp(`^[LM3]${BASE58}{25,34}$`), /^ltc1[02-9ac-hj-np-z]{11,71}$/i]],
]);

/** Whether the address has a format of the currency; true if no format is known. */
export function isWalletAddress(typed: string, currency: string): boolean {
  const formats = ADDRESS_FORMATS.get(currency);
  return formats === undefined || formats.some((format) => format.test(typed.trim()));
}
