import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { formatCount, formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { chainStatusQuery, type ChainStatus } from './api.ts';

/** Whether the entries are as they were written. */
export function ChainBadge({ adminId }: { adminId: string }) {
  const { data } = useQuery(chainStatusQuery(adminId));
  if (data === undefined) return null;
  return data.brokenEntry === null ? <Unchanged status={data} /> : <Broken status={data} />;
}

function Unchanged({ status }: { status: ChainStatus }) {
  const { unsealedCount, checkedAt } = status;
  const sealedCount = status.sealedCount ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted-foreground">
      <Badge variant="success">
        <ShieldCheck aria-hidden="true" />
        {m.audit_chain_unchanged({ count: sealedCount, formatted: formatCount(sealedCount) })}
      </Badge>
      {unsealedCount > 0 && (
        <span>
          {m.audit_chain_unsealed({ count: unsealedCount, formatted: formatCount(unsealedCount) })}
        </span>
      )}
      <span>
        {checkedAt === null
          ? m.audit_chain_not_checked()
          : m.audit_chain_checked({ time: formatTimestamp(checkedAt) })}
      </span>
    </div>
  );
}

function Broken({ status: { brokenEntry, problem } }: { status: ChainStatus }) {
  return (
    <Alert variant="destructive" role="alert">
      <AlertTitle>{m.audit_chain_broken({ entry: formatCount(brokenEntry ?? 0) })}</AlertTitle>
      <AlertDescription>{m.audit_chain_broken_help({ problem: problem ?? '–' })}</AlertDescription>
    </Alert>
  );
}
