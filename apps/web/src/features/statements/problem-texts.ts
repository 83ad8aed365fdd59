import { formatCount } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { roleLabel } from './column-texts.ts';
import type { FileProblem } from './worker-protocol.ts';

const MEBIBYTE = 1024 * 1024;

type Describe = (value: (name: string) => string) => string;

const ambiguous: Describe = () => m.statements_problem_ambiguous();
const badField: Describe = (value) =>
  m.statements_problem_field({ field: roleLabel(value('field')) });

const PROBLEMS: Readonly<Record<FileProblem['key'], Describe>> = {
  'too-large': (value) =>
    m.statements_problem_too_large({
      size: formatCount(Math.ceil(Number(value('bytes')) / MEBIBYTE)),
      max: formatCount(Number(value('maxBytes')) / MEBIBYTE),
    }),
  'too-many-lines': (value) =>
    m.statements_problem_too_many_lines({ max: formatCount(Number(value('maxLines'))) }),
  empty: () => m.statements_problem_empty(),
  'not-a-text': (value) => {
    const kind = value('kind');
    if (kind === 'pdf') return m.statements_problem_pdf();
    if (kind === 'office' || kind === 'zip' || kind === 'gzip')
      return m.statements_problem_packed();
    return m.statements_problem_not_text();
  },
  'encoding-invalid': () => m.statements_problem_not_text(),
  'format-unknown': () => m.statements_problem_unknown_format(),
  'xml-malformed': () => m.statements_problem_damaged(),
  'xml-doctype': () => m.statements_problem_doctype(),
  'nesting-too-deep': () => m.statements_problem_nesting(),
  truncated: () => m.statements_problem_truncated(),
  'message-not-supported': (value) => m.statements_problem_message({ message: value('message') }),
  'field-missing': badField,
  'field-malformed': badField,
  'amount-invalid': (value) => m.statements_problem_amount({ value: value('value') }),
  'date-invalid': (value) => m.statements_problem_date({ value: value('value') }),
  'currency-invalid': (value) => m.statements_problem_currency({ value: value('value') }),
  'columns-unknown': () => m.statements_problem_columns(),
  'date-format-ambiguous': ambiguous,
  'number-format-ambiguous': ambiguous,
  'account-missing': () => m.statements_problem_account(),
  'currency-missing': () => m.statements_problem_no_currency(),
  'read-failed': () => m.statements_problem_unreadable(),
};

/** Why a file cannot be imported and what to do, with the line of the file where it is known. */
export function describeProblem({ key, line, values }: FileProblem): string {
  const text = PROBLEMS[key]((name) => String(values[name] ?? ''));
  return line === null ? text : `${m.statements_on_line({ line: formatCount(line) })} ${text}`;
}
