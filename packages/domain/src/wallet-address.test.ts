import { describe, expect, it } from 'vitest';
import { CURRENCIES } from './currencies.ts';
import { isWalletAddress } from './wallet-address.ts';

describe('isWalletAddress', () => {
  it.each([
    ['BTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['ETH', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['SOL', 'So11111111111111111111111111111111111111112'],
    ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    ['DOGE', 'D7Y55Lyrt1c7gZbVVYnyqVd9k3kyZzjeHK'],
    ['LTC', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
    ['DOT', '12xtAYsRUrmbniiWQqJtECiBQrMn8AypQcXhnQAc6RB6XkLW'],
  ])('accepts the %s address %s', (currency, address) => {
    expect(isWalletAddress(address, currency)).toBe(true);
  });

  it.each(CURRENCIES.filter(({ kind }) => kind === 'crypto'))(
    'rejects a text that is not a $code address',
    ({ code }) => {
      expect(isWalletAddress('my wallet', code)).toBe(false);
    },
  );
});
