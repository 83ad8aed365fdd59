export interface StatementLimits {
  readonly maxBytes: number;
  /** Movements in one file. */
  readonly maxLines: number;
}

export const STATEMENT_LIMITS: StatementLimits = { maxBytes: 20 * 1024 * 1024, maxLines: 100_000 };

/** Elements within elements. The deepest ones of a camt message are about 16 levels deep. */
export const MAX_DEPTH = 40;

/** Longer texts are cut. The remittance text of a transfer has 140 characters, in some formats 980. */
export const MAX_TEXT_LENGTH = 4000;

/** The longest content of one element. */
export const MAX_ELEMENT_LENGTH = 20_000;
