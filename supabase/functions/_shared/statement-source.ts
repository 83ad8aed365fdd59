/** A line in the form that import_bank_lines() takes. */
export interface BankLine {
  /** Identifies the line. A line with a known key is not imported again. */
  readonly line_key: string;
  /** The account of the operator that the money arrived on. */
  readonly account: string;
  /** YYYY-MM-DD */
  readonly booking_date: string;
  readonly value_date: string | null;
  /** A decimal text. Positive for money that arrived, negative for a reversal of such money. */
  readonly amount: string;
  readonly currency: string;
  readonly counterparty_name: string | null;
  readonly counterparty_iban: string | null;
  readonly remittance_text: string;
  readonly end_to_end_id: string | null;
  readonly bank_reference: string | null;
  readonly is_reversal: boolean;
}

/** Where the lines of a call come from. */
export type LineSource = 'statement' | 'binance_pay' | 'agent' | 'api';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** How far a source was read. The source chooses its content. `{}` before the first read. */
export type Mark = Readonly<Record<string, JsonValue>>;

export interface ReadRequest {
  readonly mark: Mark;
  /** Where a first read starts: no record that waits for a payment is older. */
  readonly firstReadFrom: Date;
}

export interface ReadResult {
  readonly lines: readonly BankLine[];
  /** Stored after all lines are imported. */
  readonly mark: Mark;
}

/**
 * A service that a function reads payments from: a payment provider, or the interface of a bank. See
 * docs/statement-sources.md.
 */
export interface StatementSource {
  /** The row of statement_sources, and the area of log messages. Lower case and underscores. */
  readonly name: string;
  readonly lineSource: LineSource;
  /** The shortest time between two reads. */
  readonly pauseS: number;
  /**
   * Reads the lines after the mark, at most as many as one request of the function may take. A line may be returned
   * again by a later read.
   *
   * @throws SourceError for an error of the service
   */
  read(request: ReadRequest): Promise<ReadResult>;
}

/** Why a service could not be read. The message is stored and logged, so it contains no secrets. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** No read begins before this time has passed. */
  readonly pauseS: number;

  constructor(message: string, pauseS = 0) {
    super(message);
    this.pauseS = pauseS;
  }
}
