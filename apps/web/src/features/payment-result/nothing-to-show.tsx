import { SearchX } from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RECORD_KINDS, type RecordKind } from '../../payment/record-kinds.ts';
import { useSession } from '../../session/session-context.ts';
import { historyPath } from './history-path.ts';
import { ResultCard } from './result-card.tsx';
import { m } from '../../paraglide/messages.js';

/** The URL names no record, or a record of another customer. */
export function NothingToShow({ kind }: { kind: RecordKind }) {
  const { profile } = useSession();
  const { noun, path, another } = RECORD_KINDS[kind];
  return (
    <ResultCard
      icon={SearchX}
      tone="neutral"
      title={m.payment_result_record_not_found({ noun })}
      description={m.payment_result_we_couldnt_find_record({ noun })}
      actions={
        <>
          <Button asChild>
            <Link to={historyPath(profile?.account_type)}>
              {m.payment_result_transaction_history()}
            </Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={path}>{another}</Link>
          </Button>
        </>
      }
    />
  );
}
