import { Check, Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';
import { m } from '../../paraglide/messages.js';

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The copied text. */
  value: string;
  /** What is copied, for the name of the button: "Copy reference". */
  label: string;
}

/** Copies `value` and confirms it for a moment. */
export function CopyButton({ value, label, ...props }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(value);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={m.ui_copy_label({ label })}
        data-print="hidden"
        onClick={copy}
        {...props}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
      {/* Beside the button: a name that changes under the focus is read out differently everywhere. */}
      <span role="status" className="sr-only">
        {isCopied ? m.ui_copied() : ''}
      </span>
    </>
  );
}
