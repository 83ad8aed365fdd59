import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FieldHintProps {
  /** The message of the check. Null without one. */
  message: string | null;
  /** Whether the check succeeded. */
  isGood: boolean;
  /** Shown without a message. */
  children: ReactNode;
}

/** The message of a check of a field. It does not block the submission. */
export function FieldHint({ message, isGood, children }: FieldHintProps) {
  if (message === null) return <>{children}</>;
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
      <span className="min-w-0">{message}</span>
    </span>
  );
}
