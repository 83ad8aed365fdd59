/** An amount without its sign. */
export interface Money {
  /** A decimal text. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A booked movement of an account, in the form that all formats have in common. */
export interface StatementLine {
  /** Identifies the line in overlapping statements and repeated exports; see line-identity.ts. */
  readonly key: string;
  /** An IBAN, or the bank's number of the account. Without blanks, in upper case. */
  readonly account: string;
  /** YYYY-MM-DD */
  readonly bookingDate: string;
  readonly valueDate: string | null;
  /** A decimal text in its shortest form. Positive for money that arrived. */
  readonly amount: string;
  readonly currency: string;
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
  /** The remittance text on one line. Card numbers are masked. */
  readonly text: string;
  readonly endToEndId: string | null;
  readonly bankReference: string | null;
  /** Whether the movement takes back an earlier one. */
  readonly isReversal: boolean;
  readonly charges: Money | null;
  /** What the payer instructed, if that differs in amount or currency. */
  readonly instructed: Money | null;
  /** Where the line starts in its file, counted from 1. */
  readonly sourceLine: number;
}

/** What a parser reads from a file, before its key is computed. */
export type ParsedLine = Omit<StatementLine, 'key'>;

export interface CollectedLine {
  /** Equal lines count as different movements only within one statement of a file. */
  readonly statement: number;
  readonly line: ParsedLine;
}

export type StatementFormat =
  | 'camt.052'
  | 'camt.053'
  | 'camt.054'
  | 'mt940'
  | 'mt942'
  | 'ofx'
  | 'table';

/** Why a record of a file is not in the result, or what does not add up. */
export interface StatementNotice {
  readonly key:
    | 'pending'
    | 'future-date'
    | 'correction'
    | 'row-without-movement'
    | 'batch-without-details'
    | 'balance-mismatch';
  readonly line: number;
}
