import { renderCamt } from '../../packages/statements/test/render/camt.ts';
import type { Movement, Statement } from '../../packages/statements/test/render/movement.ts';
import { renderMt940 } from '../../packages/statements/test/render/mt940.ts';
import { renderOfx } from '../../packages/statements/test/render/ofx.ts';
import { renderTable } from '../../packages/statements/test/render/table.ts';

export interface StatementFile {
  readonly format: string;
  readonly bytes: Uint8Array;
}

const ACCOUNT = 'DE89370400440532013000';
const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 24 * 60 * 60 * 1000;
const LINES_PER_DAY = 3000;
const LINES_PER_BATCH = 100;

function dateOf(at: number, offset: number): string {
  const day = Math.floor(at / LINES_PER_DAY) + offset;
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}

/** Transfers of customers with a payment code and a reference of the bank. */
function createStatement(lines: number): Statement {
  const movements = Array.from({ length: lines }, (_, at): Movement => ({
    bookingDate: dateOf(at, 0),
    valueDate: dateOf(at, 1),
    amount: String(10 + (at % 5000)),
    currency: 'EUR',
    counterpartyName: `Customer ${at}`,
    counterpartyAccount: 'CH9300762011623852957',
    text: `Order ${at} BP-7K3F-92QD, with thanks`,
    endToEndId: `E2E-${at}`,
    bankReference: `R${String(at).padStart(10, '0')}`,
    isReversal: false,
    charges: null,
    instructed: null,
  }));
  return { account: ACCOUNT, movements };
}

/** The same lines in each format. */
export function createStatementFiles(lines: number): StatementFile[] {
  const statement = createStatement(lines);
  const camt = { message: '053', version: 8, prefix: '', isIndented: false } as const;
  const table = { delimiter: ';', decimalMark: ',', date: 'points', amounts: 'signed' } as const;
  // The renderer copies a batch for each of its lines.
  const batches = Array.from({ length: Math.ceil(lines / LINES_PER_BATCH) }, (_, at) => ({
    account: ACCOUNT,
    movements: statement.movements.slice(at * LINES_PER_BATCH, (at + 1) * LINES_PER_BATCH),
  }));
  const texts = {
    'camt.053, one entry per line': renderCamt([statement], { ...camt, hasBatches: false }),
    'camt.053, indented, batches': renderCamt(batches, {
      ...camt,
      hasBatches: true,
      isIndented: true,
    }),
    MT940: renderMt940(statement, { isInterim: false, hasBlocks: false, separator: '?' }),
    'OFX (SGML)': renderOfx([statement], { isXml: false }),
    'OFX (XML)': renderOfx([statement], { isXml: true }),
    CSV: renderTable([statement], { ...table, grouping: '.' }),
  };
  return Object.entries(texts).map(([format, text]) => ({
    format,
    bytes: new TextEncoder().encode(text),
  }));
}
