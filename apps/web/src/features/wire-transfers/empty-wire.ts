import type { WireValues } from './wire.schema.ts';

export const emptyWire: WireValues = {
  direction: 'send',
  amount: '',
  currency: 'USD',
  purpose: '',
  recipientName: '',
  accountNumber: '',
  swiftCode: '',
  bankName: '',
  bankCountry: '',
  yourAccountNumber: '',
  yourBankName: '',
  cryptoWalletAddress: '',
  cryptoNetwork: '',
};
