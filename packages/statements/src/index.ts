export { STATEMENT_LIMITS, type StatementLimits } from './limits.ts';
export { identityText } from './line-identity.ts';
export { parseStatement, type StatementOptions, type StatementResult } from './parse-statement.ts';
export {
  StatementError,
  type StatementErrorKey,
  type StatementErrorValues,
} from './statement-error.ts';
export type { Money, StatementFormat, StatementLine, StatementNotice } from './statement-line.ts';
export { AGENT_RECEIPT_HEADER, AGENT_RECEIPT_MAPPING } from './table/agent-receipts.ts';
export type { ColumnRole } from './table/column-names.ts';
export type { DateFormat } from './table/date-format.ts';
export { inspectTable, type TableInspection } from './table/inspect-table.ts';
export { headerKey, type TableMapping } from './table/mapping.ts';
export type { DecimalMark } from './table/number-format.ts';
