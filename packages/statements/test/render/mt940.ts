import { absolute } from '../../src/read-values.ts';
import { sumDecimals } from '../../src/sum-decimals.ts';
import type { Movement, Statement } from './movement.ts';

export interface Mt940Style {
  readonly isInterim: boolean;
  readonly hasBlocks: boolean;
  /** The mark before each subfield of field 86. */
  readonly separator: '?' | '~' | '^';
}

const SUBFIELD_LENGTH = 27;

function decimalComma(amount: string): string {
  const [whole = '0', fraction = ''] = absolute(amount).split('.');
  return `${whole},${fraction}`;
}

function shortDate(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

function split(text: string): string[] {
  return text.match(new RegExp(`.{1,${SUBFIELD_LENGTH}}`, 'gu')) ?? [];
}

function markOf({ amount, isReversal }: Movement): string {
  const isDebit = amount.startsWith('-');
  if (!isReversal) return isDebit ? 'D' : 'C';
  return isDebit ? 'RC' : 'RD';
}

function renderMovement(movement: Movement, { separator }: Mt940Style): string[] {
  const { charges, valueDate, bookingDate } = movement;
  const texts = [
    ...(movement.endToEndId === null ? [] : split(`EREF+${movement.endToEndId}`)),
    ...split(`SVWZ+${movement.text}`),
  ].map((piece, at) => `${separator}${20 + at}${piece}`);
  const others = [
    movement.counterpartyAccount === null ? '' : `${separator}31${movement.counterpartyAccount}`,
    ...split(movement.counterpartyName ?? '').map((piece, at) => `${separator}${32 + at}${piece}`),
  ];
  return [
    `:61:${shortDate(valueDate ?? bookingDate)}${bookingDate.slice(5).replace('-', '')}` +
      `${markOf(movement)}${decimalComma(movement.amount)}NTRFNONREF` +
      (movement.bankReference === null ? '' : `//${movement.bankReference}`),
    ...(charges === null ? [] : [`/CHGS/${charges.currency}${decimalComma(charges.amount)}/`]),
    `:86:166${separator}00TRANSFER`,
    ...texts,
    ...others.filter((part) => part !== ''),
  ];
}

/** One message for a statement. */
export function renderMt940({ account, movements }: Statement, style: Mt940Style): string {
  const sum = sumDecimals(movements.map(({ amount }) => amount));
  const mark = sum.startsWith('-') ? 'D' : 'C';
  const header = style.isInterim ? [':34F:EUR0,', ':13D:2601311200+0100'] : [':60F:C251219EUR0,'];
  const footer = style.isInterim
    ? [`:90D:0EUR0,`, `:90C:${movements.length}EUR1,`]
    : [`:62F:${mark}260131EUR${decimalComma(sum)}`];
  return [
    ...(style.hasBlocks ? ['{1:F01BANKDEFFXXXX0000000000}{2:O9400000N}{4:'] : []),
    ':20:STATEMENT',
    `:25:${account}`,
    ':28C:1/1',
    ...header,
    ...movements.flatMap((movement) => renderMovement(movement, style)),
    ...footer,
    style.hasBlocks ? '-}' : '-',
    '',
  ].join('\n');
}
