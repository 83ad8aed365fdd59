import type { Movement, Statement } from './movement.ts';

export interface OfxStyle {
  readonly isXml: boolean;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** SGML does not close elements without inner elements. */
function leaf(name: string, value: string | null, { isXml }: OfxStyle): string {
  if (value === null) return '';
  return `<${name}>${escape(value)}${isXml ? `</${name}>` : ''}\n`;
}

function compactDate(date: string): string {
  return date.replaceAll('-', '');
}

function renderMovement(movement: Movement, style: OfxStyle): string {
  const account = movement.counterpartyAccount;
  return [
    '<STMTTRN>\n',
    leaf('TRNTYPE', movement.amount.startsWith('-') ? 'DEBIT' : 'CREDIT', style),
    leaf('DTPOSTED', `${compactDate(movement.bookingDate)}120000.000[+1:CET]`, style),
    movement.valueDate === null ? '' : leaf('DTAVAIL', compactDate(movement.valueDate), style),
    leaf('TRNAMT', movement.amount, style),
    leaf('FITID', movement.bankReference, style),
    leaf('REFNUM', movement.endToEndId, style),
    leaf('NAME', movement.counterpartyName, style),
    account === null
      ? ''
      : `<BANKACCTTO>\n${leaf('BANKID', 'B', style)}${leaf('ACCTID', account, style)}</BANKACCTTO>\n`,
    leaf('MEMO', movement.text, style),
    '</STMTTRN>\n',
  ].join('');
}

/** One file with all statements. */
export function renderOfx(statements: readonly Statement[], style: OfxStyle): string {
  const header = style.isXml
    ? '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n'
    : 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n';
  const body = statements.map(({ account, movements }) =>
    [
      '<STMTTRNRS>\n<STMTRS>\n',
      leaf('CURDEF', movements[0]?.currency ?? 'EUR', style),
      `<BANKACCTFROM>\n${leaf('BANKID', 'BANK', style)}${leaf('ACCTID', account, style)}`,
      '</BANKACCTFROM>\n<BANKTRANLIST>\n',
      ...movements.map((movement) => renderMovement(movement, style)),
      '</BANKTRANLIST>\n</STMTRS>\n</STMTTRNRS>\n',
    ].join(''),
  );
  return `${header}<OFX>\n<BANKMSGSRSV1>\n${body.join('')}</BANKMSGSRSV1>\n</OFX>\n`;
}
