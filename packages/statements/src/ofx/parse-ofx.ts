import { isIban } from '@beaconpay/domain';
import { cleanAccount, type LineCollector } from '../line-collector.ts';
import { StatementError } from '../statement-error.ts';
import { readOfxTokens, type OfxToken } from './tokens.ts';
import { addTransaction, type OfxTransaction } from './transaction.ts';

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS']);
const ACCOUNTS = new Set(['BANKACCTFROM', 'CCACCTFROM']);
/** What contains further elements within a transaction. */
const PARTS = new Set(['PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY', 'ORIGCURRENCY']);
const TOKENS_PER_PROGRESS = 5000;

/** Reads the tags of one file. Elements that the product does not need have no effect. */
class OfxReader {
  readonly #collector: LineCollector;
  #currency: string | null = null;
  /** The elements of the account that owns the statement. */
  #account: Map<string, string> | null = null;
  #isInAccount = false;
  #transaction: (OfxTransaction & { readonly fields: Map<string, string> }) | null = null;
  #part: string | null = null;
  #isClosed = false;

  constructor(collector: LineCollector) {
    this.#collector = collector;
  }

  read(text: string): void {
    let count = 0;
    let line = 1;
    for (const token of readOfxTokens(text)) {
      ({ line } = token);
      count += 1;
      if (count % TOKENS_PER_PROGRESS === 0) this.#collector.progress(token.offset / text.length);
      if (token.isEnd) this.#end(token);
      else this.#start(token);
    }
    if (!this.#isClosed || this.#transaction !== null) throw new StatementError('truncated', line);
  }

  #start({ name, text, line }: OfxToken): void {
    if (STATEMENTS.has(name)) {
      this.#collector.startStatement();
      this.#account = null;
      this.#currency = null;
    } else if (name === 'STMTTRN') {
      if (this.#transaction !== null) {
        throw new StatementError('field-malformed', line, { field: 'STMTTRN' });
      }
      this.#transaction = { fields: new Map(), line };
      this.#part = null;
    } else if (ACCOUNTS.has(name)) {
      this.#account = new Map();
      this.#isInAccount = true;
    } else if (this.#transaction !== null && PARTS.has(name)) {
      this.#part = name;
    } else if (text !== '') {
      this.#keep(name, text);
    }
  }

  #keep(name: string, text: string): void {
    if (this.#transaction !== null) {
      const field = this.#part === null ? name : `${this.#part}.${name}`;
      this.#transaction.fields.set(field, text);
    } else if (this.#isInAccount) {
      this.#account?.set(name, text);
    } else if (name === 'CURDEF') {
      this.#currency = text;
    }
  }

  #end({ name, line }: OfxToken): void {
    if (name === 'OFX') this.#isClosed = true;
    if (ACCOUNTS.has(name)) this.#isInAccount = false;
    if (name === this.#part) this.#part = null;
    if (name !== 'STMTTRN') return;
    if (this.#transaction === null) {
      throw new StatementError('field-malformed', line, { field: 'STMTTRN' });
    }
    const statement = { account: this.#accountNumber(line), currency: this.#currency };
    addTransaction(this.#transaction, statement, this.#collector);
    this.#transaction = null;
  }

  /** An IBAN, the number of a card, or bank and number of an account as in MT940. */
  #accountNumber(line: number): string {
    const number = this.#account?.get('ACCTID');
    if (number === undefined) throw new StatementError('field-missing', line, { field: 'ACCTID' });
    const bank = this.#account?.get('BANKID');
    return bank === undefined || isIban(cleanAccount(number)) ? number : `${bank}/${number}`;
  }
}

/** Adds the transactions of all bank and card accounts of an OFX or QFX file. */
export function parseOfx(text: string, collector: LineCollector): void {
  new OfxReader(collector).read(text);
}
