import { SearchX } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { useSession } from '../../session/session-context.ts';
import { historyPath } from './history-path.ts';
import { ResultCard } from './result-card.tsx';

/** The URL names no record, or a record of another customer. */
export function NothingToShow({ kind }: { kind: RecordKind }) {
  const { profile } = useSession();
  const { name, path, another } = RECORD_KINDS[kind];
  return (
    <ResultCard
      icon={SearchX}
      tone="neutral"
      title={`${name.charAt(0).toUpperCase()}${name.slice(1)} not found`}
      description={`We couldn't find this ${name} in your account. Your transaction history shows everything you've submitted.`}
      actions={
        <>
          <Button asChild>
            <Link to={historyPath(profile?.account_type)}>Transaction history</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={path}>{another}</Link>
          </Button>
        </>
      }
    />
  );
}
