import { Eye, Gavel } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeDecision } from './decision-text.ts';
import type { Decision } from './api.ts';
import { listNames } from './onlookers.ts';

interface RowNoteProps {
  decision: Decision | undefined;
  onlookers: readonly string[];
  /** The row's action. */
  children: ReactNode;
}

/** Says beside a row's action what others do with the record. It takes no room, so that no row moves. */
export function RowNote({ decision, onlookers, children }: RowNoteProps) {
  const text = decision
    ? describeDecision(decision)
    : onlookers.length > 0
      ? `Open: ${listNames(onlookers)}`
      : null;
  const Icon = decision ? Gavel : Eye;
  return (
    <span className="relative inline-flex">
      {children}
      {text !== null && (
        <span
          title={text}
          className="absolute top-full right-0 mt-0.5 flex w-max max-w-40 items-center gap-1 text-xs leading-4 font-semibold text-muted-foreground max-md:top-1/2 max-md:right-full max-md:mt-0 max-md:mr-3 max-md:-translate-y-1/2"
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{text}</span>
        </span>
      )}
    </span>
  );
}
