/** What `import_bank_lines` did with the lines of one or several calls. */
export interface ImportCounts {
  imported: number;
  /** Lines that an earlier import contained. */
  known: number;
  matched: number;
  proposed: number;
  cases: number;
  /** Lines that pay nothing, such as outgoing money. */
  ignored: number;
}

export const NO_COUNTS: ImportCounts = {
  imported: 0,
  known: 0,
  matched: 0,
  proposed: 0,
  cases: 0,
  ignored: 0,
};

export function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    imported: one.imported + other.imported,
    known: one.known + other.known,
    matched: one.matched + other.matched,
    proposed: one.proposed + other.proposed,
    cases: one.cases + other.cases,
    ignored: one.ignored + other.ignored,
  };
}
