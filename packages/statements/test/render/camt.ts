import { absolute } from '../../src/read-values.ts';
import { sumDecimals } from '../../src/sum-decimals.ts';
import type { Movement, Statement } from './movement.ts';

export interface CamtStyle {
  readonly message: '052' | '053' | '054';
  /** 2 to 13 */
  readonly version: number;
  /** A namespace prefix with its colon, or nothing. */
  readonly prefix: string;
  /** Whether movements of one day and direction are one entry. */
  readonly hasBatches: boolean;
  readonly isIndented: boolean;
}

const ROOTS = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;
const FIRST_VERSION_WITH_STATUS_CODE = 8;
const FIRST_VERSION_WITH_AMOUNT = 3;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name.split(' ')[0] ?? ''}>`;
}

function optional(name: string, text: string | null): string {
  return text === null ? '' : element(name, escape(text));
}

function money(name: string, amount: string, currency: string): string {
  return element(`${name} Ccy="${currency}"`, absolute(amount));
}

function direction(amount: string): string {
  return element('CdtDbtInd', amount.startsWith('-') ? 'DBIT' : 'CRDT');
}

function partiesOf(movement: Movement, { version }: CamtStyle): string {
  const role = movement.amount.startsWith('-') ? 'Cdtr' : 'Dbtr';
  const name = optional('Nm', movement.counterpartyName);
  const party = version >= FIRST_VERSION_WITH_STATUS_CODE ? element('Pty', name) : name;
  const account = movement.counterpartyAccount;
  return element(
    'RltdPties',
    movement.counterpartyName === null ? '' : element(role, party),
    account === null ? '' : element(`${role}Acct`, element('Id', element('IBAN', account))),
  );
}

function chargesOf({ charges }: Movement, { version }: CamtStyle): string {
  if (charges === null) return '';
  const amount = money('Amt', charges.amount, charges.currency);
  return element('Chrgs', version >= 4 ? element('Rcrd', amount) : amount);
}

function detailsOf(movement: Movement, style: CamtStyle): string {
  const { amount, currency } = movement;
  const ownAmount =
    style.version >= FIRST_VERSION_WITH_AMOUNT
      ? money('Amt', amount, currency) + direction(amount)
      : element('AmtDtls', element('TxAmt', money('Amt', amount, currency)));
  return element(
    'TxDtls',
    element(
      'Refs',
      optional('AcctSvcrRef', movement.bankReference),
      element('EndToEndId', movement.endToEndId ?? 'NOTPROVIDED'),
    ),
    ownAmount,
    chargesOf(movement, style),
    partiesOf(movement, style),
    element('RmtInf', optional('Ustrd', movement.text)),
  );
}

/** What movements of one entry have in common. */
function batchKey({ bookingDate, valueDate, amount, isReversal }: Movement): string {
  return [bookingDate, valueDate, amount.startsWith('-'), isReversal].join();
}

function entriesOf(movements: readonly Movement[], hasBatches: boolean): Movement[][] {
  const entries: Movement[][] = [];
  for (const movement of movements) {
    const last = entries.at(-1);
    const [first] = last ?? [];
    if (hasBatches && first !== undefined && batchKey(first) === batchKey(movement)) {
      last?.push(movement);
    } else {
      entries.push([movement]);
    }
  }
  return entries;
}

function renderEntry(movements: readonly Movement[], style: CamtStyle): string {
  const [first] = movements;
  if (first === undefined) return '';
  const total = sumDecimals(movements.map(({ amount }) => amount));
  const status = style.version >= FIRST_VERSION_WITH_STATUS_CODE ? element('Cd', 'BOOK') : 'BOOK';
  return element(
    'Ntry',
    money('Amt', total, first.currency),
    direction(first.amount),
    first.isReversal ? element('RvslInd', 'true') : '',
    element('Sts', status),
    element('BookgDt', element('Dt', first.bookingDate)),
    first.valueDate === null
      ? ''
      : element('ValDt', element('DtTm', `${first.valueDate}T10:00:00`)),
    element('NtryDtls', ...movements.map((movement) => detailsOf(movement, style))),
  );
}

/** One message with all statements. */
export function renderCamt(statements: readonly Statement[], style: CamtStyle): string {
  const [root, kind] = ROOTS[style.message];
  const version = String(style.version).padStart(2, '0');
  const body = statements.map(({ account, movements }, at) =>
    element(
      kind,
      element('Id', `S${at}`),
      element('Acct', element('Id', element('IBAN', account))),
      ...entriesOf(movements, style.hasBatches).map((entry) => renderEntry(entry, style)),
    ),
  );
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.${style.message}.001.${version}`;
  const attribute = style.prefix === '' ? 'xmlns' : `xmlns:${style.prefix.slice(0, -1)}`;
  const xml = element(
    `Document ${attribute}="${namespace}"`,
    element(root, element('GrpHdr', element('MsgId', 'M')), ...body),
  );
  const indented = style.isIndented ? xml.replaceAll('><', '>\n  <') : xml;
  return indented.replace(/<(\/?)(?=[A-Za-z])/g, `<$1${style.prefix}`);
}
