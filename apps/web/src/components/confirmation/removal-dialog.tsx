import { useState } from 'react';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import type { ActWords, RemovalQuestionProps } from './removal-question.tsx';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../loading/lazy-dialog.tsx';
import { m } from '../../paraglide/messages.js';

const loadQuestion = () => import('./removal-question.tsx');
const RemovalQuestion = lazyComponent(loadQuestion);

const REMOVAL: ActWords = {
  act: m.common_remove(),
  acting: m.ui_removing(),
  failed: m.ui_removal_failed(),
};

interface RemovalDialogProps extends Omit<
  RemovalQuestionProps,
  'words' | 'isOpen' | 'onOpenChange'
> {
  words?: ActWords;
  /** The accessible name of the button, if there are several. */
  label?: string;
}

/** Removes or ends something after a confirmation, which is loaded on intent. */
export function RemovalDialog({ words = REMOVAL, label, ...question }: RemovalDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...preloadOnIntent(loadQuestion)}
        onClick={() => setIsOpen(true)}
      >
        {words.act}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <RemovalQuestion {...question} words={words} isOpen={isOpen} onOpenChange={setIsOpen} />
      </LazyDialog>
    </>
  );
}
