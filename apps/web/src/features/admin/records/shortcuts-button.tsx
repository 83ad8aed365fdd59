import { Keyboard } from 'lucide-react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { m } from '../../../paraglide/messages.js';

const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog.tsx'));

interface ShortcutsButtonProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Shows the keys of the records. */
export function ShortcutsButton({ isOpen, onOpenChange }: ShortcutsButtonProps) {
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={() => onOpenChange(true)}
      >
        <Keyboard aria-hidden="true" />
        {m.record_keys_title()}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <ShortcutsDialog isOpen={isOpen} onClose={() => onOpenChange(false)} />
      </LazyDialog>
    </>
  );
}
