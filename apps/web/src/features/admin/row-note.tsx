import { Eye, Gavel, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeDecision } from './decision-text.ts';
import type { Decision } from './pending-state-api.ts';
import { listNames } from './viewers.ts';
import { m } from '../../paraglide/messages.js';

interface RowNoteProps {
  decision: Decision | undefined;
  viewers: readonly string[];
  /** The action of the row. */
  children: ReactNode;
}

/**
 * Shows beside the action of a row what other administrators do with the record. Two lines are reserved, so
 * that no row moves.
 */
export function RowNote({ decision, viewers, children }: RowNoteProps) {
  return (
    <span className="flex items-center gap-3 lg:w-44 lg:flex-col lg:items-end lg:gap-1">
      <span className="order-2 shrink-0 lg:order-1">{children}</span>
      <span className="order-1 flex min-w-0 flex-1 justify-end gap-1 text-end text-xs leading-4 font-semibold text-muted-foreground lg:order-2 lg:min-h-8">
        {decision ? (
          <Note icon={Gavel} text={describeDecision(decision)} />
        ) : (
          viewers.length > 0 && <Note icon={Eye} label={m.admin_open()} text={listNames(viewers)} />
        )}
      </span>
    </span>
  );
}

interface NoteProps {
  icon: LucideIcon;
  /** The meaning of the icon, for screen readers. */
  label?: string;
  text: string;
}

function Note({ icon: Icon, label, text }: NoteProps) {
  return (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {label && <span className="sr-only">{label}</span>}
        <bdi>{text}</bdi>
      </span>
    </>
  );
}
