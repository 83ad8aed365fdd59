import { Eye, Gavel, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeDecision } from './decision-text.ts';
import type { Decision } from './pending-api.ts';
import { listNames } from './onlookers.ts';

interface RowNoteProps {
  decision: Decision | undefined;
  onlookers: readonly string[];
  /** The row's action. */
  children: ReactNode;
}

/** Says beside a row's action what others do with the record. It takes no room, so that no row moves. */
export function RowNote({ decision, onlookers, children }: RowNoteProps) {
  return (
    <span className="relative inline-flex">
      {children}
      {decision ? (
        <Note icon={Gavel} text={describeDecision(decision)} />
      ) : (
        onlookers.length > 0 && <Note icon={Eye} label="Open: " text={listNames(onlookers)} />
      )}
    </span>
  );
}

interface NoteProps {
  icon: LucideIcon;
  /** What the icon says to those who see it. */
  label?: string;
  text: string;
}

/** Below the action; beside it where rows are stacked. */
function Note({ icon: Icon, label, text }: NoteProps) {
  return (
    <span
      title={text}
      className="absolute top-full right-0 mt-0.5 flex w-max max-w-28 items-center gap-1 text-xs leading-4 font-semibold text-muted-foreground max-md:top-1/2 max-md:right-full max-md:mt-0 max-md:mr-3 max-md:max-w-40 max-md:-translate-y-1/2"
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate">
        {label && <span className="sr-only">{label}</span>}
        {text}
      </span>
    </span>
  );
}
