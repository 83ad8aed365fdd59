import type { LineCollector } from '../line-collector.ts';
import { readCurrency, readUnsignedAmount, signed } from '../read-values.ts';
import { StatementError } from '../statement-error.ts';
import { sumDecimals } from '../sum-decimals.ts';
import { readSwiftMessages, type SwiftField, type SwiftMessage } from './fields.ts';
import { readInformation } from './information.ts';
import { readMovement } from './movement.ts';

interface Balance {
  readonly amount: string;
  readonly currency: string;
}

const BALANCE = /^([CD])\d{6}([A-Z]{3})([\d.,]+)$/;
/** The lowest amount that an interim report contains: currency, an optional direction, amount. */
const FLOOR_LIMIT = /^([A-Z]{3})[CD]?[\d.,]*$/;
/** Some banks append the currency to the number of the account. */
const ACCOUNT_WITH_CURRENCY = /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}) ?[A-Z]{3}$/;
/** The fields that end the list of movements. Information after them is about the statement. */
const END_TAGS = ['62F', '62M', '64', '65', '90C', '90D'];

function contentOf(field: SwiftField): string {
  return (field.lines[0] ?? '').trim();
}

function findField(message: SwiftMessage, ...tags: readonly string[]): SwiftField | undefined {
  return message.fields.find(({ tag }) => tags.includes(tag));
}

function readBalance(field: SwiftField): Balance {
  const [, mark, currency = '', amount = ''] = BALANCE.exec(contentOf(field)) ?? [];
  if (mark === undefined) {
    throw new StatementError('field-malformed', field.line, { field: field.tag });
  }
  const source = { field: field.tag, line: field.line };
  return {
    amount: signed(readUnsignedAmount(amount, source), mark === 'D'),
    currency: readCurrency(currency, field.line),
  };
}

function readAccount(message: SwiftMessage): string {
  const field = findField(message, '25', '25P');
  if (field === undefined || contentOf(field) === '') {
    throw new StatementError('field-missing', message.line, { field: '25' });
  }
  const account = contentOf(field).replaceAll(' ', '');
  return ACCOUNT_WITH_CURRENCY.exec(account)?.[1] ?? account;
}

function readMessageCurrency(message: SwiftMessage, opening: Balance | null): string {
  if (opening !== null) return opening.currency;
  const floor = findField(message, '34F');
  const currency = floor === undefined ? undefined : FLOOR_LIMIT.exec(contentOf(floor))?.[1];
  if (currency === undefined) {
    throw new StatementError('field-missing', message.line, { field: '34F' });
  }
  return readCurrency(currency, floor?.line ?? message.line);
}

/** A movement with the information that follows it. */
function* movementsOf(message: SwiftMessage): Generator<[SwiftField, SwiftField | null]> {
  let movement: SwiftField | null = null;
  for (const field of message.fields) {
    if (movement !== null && field.tag === '86') {
      yield [movement, field];
      movement = null;
    } else if (field.tag === '61' || END_TAGS.includes(field.tag)) {
      if (movement !== null) yield [movement, null];
      movement = field.tag === '61' ? field : null;
    }
  }
  if (movement !== null) yield [movement, null];
}

/** Adds the movements of one message, and returns their sum. */
function addMovements(
  message: SwiftMessage,
  { account, currency }: { readonly account: string; readonly currency: string },
  collector: LineCollector,
): string {
  const amounts: string[] = [];
  for (const [field, informationField] of movementsOf(message)) {
    const movement = readMovement(field);
    if (movement.isExpected) {
      collector.skip('pending', field.line);
      continue;
    }
    const information = readInformation(informationField?.lines ?? []);
    amounts.push(movement.amount);
    collector.add({
      account,
      bookingDate: movement.bookingDate,
      valueDate: movement.valueDate,
      amount: movement.amount,
      currency,
      counterpartyName: information.name,
      counterpartyAccount: information.account,
      text: information.text || movement.details,
      endToEndId: information.endToEndId ?? movement.customerReference,
      bankReference: movement.bankReference,
      isReversal: movement.isReversal,
      charges: movement.charges,
      instructed: movement.instructed,
      sourceLine: field.line,
    });
  }
  return sumDecimals(amounts);
}

/** The last line of a message. */
function lastLineOf({ fields, line }: SwiftMessage): number {
  const last = fields.at(-1);
  return last === undefined ? line : last.line + last.lines.length - 1;
}

/** @throws StatementError if the message ends before its closing balance or its end */
function checkEnd(message: SwiftMessage, isInterim: boolean): void {
  const isComplete = isInterim
    ? message.isClosed || (!message.hasBlocks && findField(message, '90C', '90D') !== undefined)
    : findField(message, '62F', '62M') !== undefined;
  if (!isComplete || (message.hasBlocks && !message.isClosed)) {
    throw new StatementError('truncated', lastLineOf(message));
  }
}

function addMessage(message: SwiftMessage, collector: LineCollector): 'mt940' | 'mt942' {
  const openingField = findField(message, '60F', '60M');
  const isInterim = openingField === undefined;
  checkEnd(message, isInterim);
  const account = readAccount(message);
  const opening = openingField === undefined ? null : readBalance(openingField);
  // An intermediate balance continues the statement on another page.
  if (openingField?.tag !== '60M') collector.startStatement();
  const currency = readMessageCurrency(message, opening);
  const sum = addMovements(message, { account, currency }, collector);
  const closingField = findField(message, '62F', '62M');
  if (opening !== null && closingField !== undefined) {
    const closing = readBalance(closingField);
    if (sumDecimals([opening.amount, sum]) !== closing.amount) {
      collector.skip('balance-mismatch', closingField.line);
    }
  }
  return isInterim ? 'mt942' : 'mt940';
}

/** Adds the movements of all MT940 and MT942 messages of a file. */
export function parseMt940(text: string, collector: LineCollector): 'mt940' | 'mt942' {
  let format: 'mt940' | 'mt942' | null = null;
  const messages = readSwiftMessages(text, (share) => {
    collector.progress(share);
  });
  for (const message of messages) format = addMessage(message, collector);
  if (format === null) throw new StatementError('field-missing', 1, { field: '20' });
  return format;
}
