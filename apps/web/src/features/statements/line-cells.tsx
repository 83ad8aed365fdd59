import { Link } from '../../components/navigation/link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { formatExactAmount } from '../../lib/format-amount.ts';
import { shortId } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { BankLine } from './bank-line.ts';
import { caseReasonLabel, stateBadge, stateLabel } from './line-texts.ts';

export function Payer({ line }: { line: BankLine }) {
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="font-semibold wrap-anywhere">{line.counterparty_name ?? '–'}</bdi>
      {line.counterparty_iban !== null && (
        <bdi className="tabular text-sm wrap-anywhere text-muted-foreground">
          {line.counterparty_iban}
        </bdi>
      )}
    </span>
  );
}

export function RemittanceText({ line }: { line: BankLine }) {
  const reference = line.bank_reference ?? line.end_to_end_id;
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="line-clamp-3 wrap-anywhere">{line.remittance_text ?? '–'}</bdi>
      {reference !== null && (
        <bdi className="text-sm wrap-anywhere text-muted-foreground">{reference}</bdi>
      )}
    </span>
  );
}

export function LineAmount({ line }: { line: BankLine }) {
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="tabular font-semibold whitespace-nowrap">
        {formatExactAmount(String(line.amount), line.currency)}
      </span>
      {line.is_reversal && <Badge variant="destructive">{m.statements_reversal()}</Badge>}
    </span>
  );
}

export function LineState({ line }: { line: BankLine }) {
  return (
    <span className="flex flex-col items-start gap-1 max-lg:items-end">
      <Badge variant={stateBadge(line.state)}>{stateLabel(line.state)}</Badge>
      {line.state === 'case' && line.case_reason !== null && (
        <span className="text-sm text-muted-foreground">{caseReasonLabel(line.case_reason)}</span>
      )}
    </span>
  );
}

export function RecordLink({ id }: { id: string }) {
  return (
    <Link to={`/admin/records/${id}`} className="font-mono text-sm text-link underline">
      {shortId(id)}
    </Link>
  );
}
