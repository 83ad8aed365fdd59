import type { LineCollector } from '../line-collector.ts';
import { StatementError } from '../statement-error.ts';
import type { StatementFormat } from '../statement-line.ts';
import { addEntry } from './entry-lines.ts';
import { accountNumberOf } from './transaction-details.ts';
import { findElement, findText, readXml, type XmlElement } from './xml-elements.ts';

type CamtFormat = Extract<StatementFormat, `camt.${string}`>;

const MESSAGES: Readonly<Record<string, CamtFormat>> = {
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrStmt: 'camt.053',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};
/** A report, a statement or a notification. */
const STATEMENTS = ['Rpt', 'Stmt', 'Ntfctn'];
/** The elements of a statement that its entries need. */
const STATEMENT_FIELDS = ['Id', 'StmtPgntn', 'Acct'];
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.(\d{2}))$/;
const MIN_VERSION = 2;
const MAX_VERSION = 13;

/** @throws StatementError for the namespace of another message or version */
function checkNamespaces({ attributes, line }: XmlElement): void {
  for (const [name, value] of Object.entries(attributes)) {
    const [, message = '', version = ''] =
      name === 'xmlns' || name.startsWith('xmlns:') ? (NAMESPACE.exec(value) ?? []) : [];
    if (message === '' || message.startsWith('head.')) continue;
    const isKnown = Number(version) >= MIN_VERSION && Number(version) <= MAX_VERSION;
    if (!/^camt\.05[234]\.001\./.test(message) || !isKnown) {
      throw new StatementError('message-not-supported', line, { message });
    }
  }
}

/** Reads the entries of one message, one after the other. */
class CamtReader {
  readonly #collector: LineCollector;
  #format: CamtFormat | null = null;
  #statement: { readonly id: string; readonly page: string | null } = { id: '', page: null };

  constructor(collector: LineCollector) {
    this.#collector = collector;
  }

  read(text: string): CamtFormat {
    readXml(text, {
      onStart: (element, parents) => {
        // Some banks wrap the document in an envelope.
        if (parents.length === 0 || element.name === 'Document') checkNamespaces(element);
        this.#format ??= MESSAGES[element.name] ?? null;
      },
      onEnd: (element, parents) => this.#end(element, parents.at(-1)),
      onProgress: (share) => {
        this.#collector.progress(share);
      },
    });
    if (this.#format === null) {
      throw new StatementError('message-not-supported', null, { message: 'XML' });
    }
    return this.#format;
  }

  /** Whether the parent keeps the element. */
  #end(element: XmlElement, parent: XmlElement | undefined): boolean {
    if (parent === undefined || !STATEMENTS.includes(parent.name)) {
      return parent !== undefined && !STATEMENTS.includes(element.name);
    }
    if (element.name === 'Acct') this.#startPage(parent, element);
    if (element.name !== 'Ntry') return STATEMENT_FIELDS.includes(element.name);
    const account = accountNumberOf(findElement(parent, 'Acct'));
    if (account === null) {
      throw new StatementError('field-missing', parent.line, { field: 'Acct' });
    }
    addEntry(element, account, this.#collector);
    return false;
  }

  /** Another page of the same statement has its identification and another page number. */
  #startPage(statement: XmlElement, account: XmlElement): void {
    const id = `${findText(statement, 'Id') ?? ''}\n${accountNumberOf(account) ?? ''}`;
    const page = findText(statement, 'StmtPgntn', 'PgNb');
    const isNextPage = id === this.#statement.id && page !== null && page !== this.#statement.page;
    if (!isNextPage) this.#collector.startStatement();
    this.#statement = { id, page };
  }
}

/** Adds the entries of a camt.052, camt.053 or camt.054 message of version 2 to 13. */
export function parseCamt(text: string, collector: LineCollector): CamtFormat {
  return new CamtReader(collector).read(text);
}
