import { Isolated } from '../../components/data/isolated.tsx';
import { m } from '../../paraglide/messages.js';
import type { AuditEntry } from './api.ts';
import { changesOf, type FieldChange } from './audit-texts.ts';

const SHOWN_AT_ONCE = 2;

/** The changed fields of an entry. A long list opens with a press. */
export function EntryChanges({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  const [shown, hidden] =
    changes.length > SHOWN_AT_ONCE + 1
      ? [changes.slice(0, SHOWN_AT_ONCE), changes.slice(SHOWN_AT_ONCE)]
      : [changes, []];
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-start text-sm">
      {entry.isErased && <p className="text-muted-foreground">{m.audit_values_erased()}</p>}
      <Changes changes={shown} />
      {hidden.length > 0 && (
        <details>
          <summary className="cursor-pointer rounded-sm text-link">
            {m.audit_more_fields({ count: hidden.length })}
          </summary>
          <div className="mt-1.5">
            <Changes changes={hidden} />
          </div>
        </details>
      )}
    </div>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="min-w-0">
          <dt className="inline font-mono text-[0.8125rem] text-muted-foreground">{field}: </dt>
          <dd className="inline wrap-anywhere">
            {before !== null && (
              <>
                <del className="text-muted-foreground">
                  <Isolated>{before}</Isolated>
                </del>
                <span aria-hidden="true" className="inline-block px-1 rtl:-scale-x-100">
                  →
                </span>
              </>
            )}
            {after === null ? m.audit_no_value() : <Isolated>{after}</Isolated>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
