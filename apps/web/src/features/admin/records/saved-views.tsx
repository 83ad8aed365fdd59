import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { preloadOnIntent } from '../../../boot/chunk-preload.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { m } from '../../../paraglide/messages.js';
import type { RecordFilter } from './record-filter.ts';

const loadDialog = () => import('./saved-views-dialog.tsx');
const SavedViewsDialog = lazyComponent(loadDialog);

/** The searches that administrators saved, and the current one to save. */
export function SavedViews({ adminId, filter }: { adminId: string; filter: RecordFilter }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...preloadOnIntent(loadDialog)}
        onClick={() => setIsOpen(true)}
      >
        <Bookmark aria-hidden="true" />
        {m.records_saved_views()}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <SavedViewsDialog
          adminId={adminId}
          filter={filter}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      </LazyDialog>
    </>
  );
}
