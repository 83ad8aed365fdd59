import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FieldHintProps {
  /** What a check of the field has to tell; null for nothing yet. */
  told: string | null;
  /** Whether the check found what it looks for. */
  isGood: boolean;
  /** Stands there while there is nothing to tell. */
  children: ReactNode;
}

/** What a check says about a field. It informs; the form can be sent all the same. */
export function FieldHint({ told, isGood, children }: FieldHintProps) {
  if (told === null) return <>{children}</>;
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <span
      data-slot="field-hint"
      className={
        isGood
          ? 'flex items-start gap-1.5 text-success-text'
          : 'flex items-start gap-1.5 text-warning-text'
      }
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{told}</span>
    </span>
  );
}
