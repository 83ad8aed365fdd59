import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { m } from '../../paraglide/messages.js';

const CONFIRMATION_MS = 2_000;

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The copied text. */
  value: string;
  /** What is copied, for the name of the button: "Copy reference". */
  label: string;
}

/** Copies `value` and confirms it for a moment. */
export function CopyButton({ value, label, ...props }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => window.clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // The browser refused. The text stays on screen and can be selected.
      setIsCopied(false);
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={m.ui_copy_label({ label })}
        data-print="hidden"
        onClick={() => void copy()}
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
