import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx';
import { m } from '../../../paraglide/messages.js';

const SHORTCUTS: readonly (readonly [key: string, effect: string])[] = [
  ['j', m.record_key_next()],
  ['k', m.record_key_previous()],
  ['Enter', m.record_key_open()],
  ['a', m.record_key_approve()],
  ['r', m.record_key_reject()],
  ['h', m.record_key_hold()],
  ['n', m.record_key_note()],
  ['/', m.record_key_search()],
  ['?', m.record_key_help()],
];

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The keys of the records and of the queue. */
export default function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog
      title={m.record_keys_title()}
      description={m.record_keys_description()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
          {SHORTCUTS.map(([key, effect]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-flex min-w-9 justify-center rounded-md border bg-muted px-2 py-1 font-mono text-sm font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
