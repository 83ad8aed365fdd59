import type { BankLine } from '../_shared/statement-source.ts';

/** A row of the API, as it is documented. Other fields are not used. */
export interface PayTransaction {
  readonly orderType: string;
  readonly transactionId: string;
  /** Milliseconds since 1970. */
  readonly transactionTime: number;
  /** Positive for income, negative for expenditure. */
  readonly amount: string;
  readonly currency: string;
  readonly payerInfo?: { readonly name?: string; readonly binanceId?: string };
  readonly receiverInfo?: { readonly binanceId?: string };
}

/** The currency that an asset counts as: USDT is a US dollar for most operators. */
export type AssetCurrencies = ReadonlyMap<string, string>;

/** Income that a customer can pay with. */
const PAYMENTS: ReadonlySet<string> = new Set([
  'PAY',
  'C2C',
  'C2C_HOLDING',
  'PAYOUT',
  'REMITTANCE',
  'CRYPTO_BOX',
]);
/** The operator returns a payment. Income of these types is money that the operator sent and got back. */
const REFUNDS: ReadonlySet<string> = new Set(['PAY_REFUND', 'C2C_HOLDING_RF', 'CRYPTO_BOX_RF']);
const AMOUNT = /^(-?)(\d{1,20})(?:\.(\d{1,18}))?$/;
const ASSET = /^[A-Z0-9]{2,20}$/;
const LINE_CURRENCY = /^[A-Z]{3,5}$/;
/** The code of ISO 4217 for no currency. The text of the line names the asset. */
const NO_CURRENCY = 'XXX';
const ACCOUNT_NAME = 'BINANCE';
const MAX_NAME_LENGTH = 140;

/** "USDT:USD,USDC:USD" */
export function readAssetCurrencies(setting: string): AssetCurrencies {
  return new Map(
    setting
      .toUpperCase()
      .split(',')
      .map((pair) => pair.trim().split(':'))
      .flatMap(([asset = '', currency = '']) =>
        ASSET.test(asset) && /^[A-Z]{3}$/.test(currency) ? [[asset, currency] as const] : [],
      ),
  );
}

/** A decimal text without a sign and without zeros at its end. Null: not an amount, or zero. */
function readAmount(text: unknown): { readonly isIncome: boolean; readonly size: string } | null {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(String(text)) ?? [];
  if (sign === undefined) return null;
  const decimals = fraction.replace(/0+$/, '');
  const size = `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
  return size === '0' ? null : { isIncome: sign === '', size };
}

async function keyOf(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(['binance_pay', ...parts].join('\n'));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function accountOf(id: string | undefined): string {
  return id === undefined || !/^\w{1,30}$/.test(id) ? ACCOUNT_NAME : `${ACCOUNT_NAME}${id}`;
}

/** Whether the row has the fields of the documentation. */
export function isPayTransaction(row: unknown): row is PayTransaction {
  if (typeof row !== 'object' || row === null) return false;
  const { orderType, transactionId, transactionTime, currency } = row as Record<string, unknown>;
  return (
    typeof orderType === 'string' &&
    typeof transactionId === 'string' &&
    /^[\w-]{1,100}$/.test(transactionId) &&
    typeof transactionTime === 'number' &&
    Number.isInteger(transactionTime) &&
    Math.abs(transactionTime) < 8.64e15 &&
    typeof currency === 'string' &&
    ASSET.test(currency)
  );
}

/**
 * The line of an incoming payment, or of a payment that the operator returned. Null for other transactions: money
 * that the operator sent, and zero.
 */
export async function lineOf(
  transaction: PayTransaction,
  currencies: AssetCurrencies,
): Promise<BankLine | null> {
  const { orderType, transactionId, transactionTime, currency: asset } = transaction;
  const amount = readAmount(transaction.amount);
  if (amount === null) return null;
  const isRefund = REFUNDS.has(orderType);
  const isUsed = amount.isIncome ? PAYMENTS.has(orderType) : isRefund;
  if (!isUsed) return null;
  const { payerInfo, receiverInfo } = transaction;
  const signed = `${isRefund ? '-' : ''}${amount.size}`;
  const day = new Date(transactionTime).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    line_key: await keyOf([orderType, transactionId, asset, signed]),
    account: accountOf((isRefund ? payerInfo : receiverInfo)?.binanceId),
    booking_date: day,
    value_date: day,
    amount: signed,
    currency: currencies.get(asset) ?? (LINE_CURRENCY.test(asset) ? asset : NO_CURRENCY),
    counterparty_name: isRefund ? null : (payerInfo?.name?.slice(0, MAX_NAME_LENGTH) ?? null),
    counterparty_iban: null,
    // The API returns no note of the payer. Customers enter the transaction id as the reference, some without
    // its prefix.
    remittance_text: `${orderType} ${transactionId} ${transactionId.replace(/^(?:[A-Z]_)+/, '')} ${asset}`,
    end_to_end_id: null,
    bank_reference: transactionId,
    is_reversal: isRefund,
  };
}
