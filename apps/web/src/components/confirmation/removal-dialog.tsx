import { useState } from 'react';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import type { ActWords, RemovalQuestionProps } from './removal-question.tsx';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../loading/lazy-dialog.tsx';

const loadQuestion = () => import('./removal-question.tsx');
const RemovalQuestion = lazyComponent(loadQuestion);

const REMOVAL: ActWords = { act: 'Remove', acting: 'Removing…', failed: 'Removal failed' };

interface RemovalDialogProps extends Omit<
  RemovalQuestionProps,
  'words' | 'isOpen' | 'onOpenChange'
> {
  words?: ActWords;
  /** The opening button's name, where there are several of them. */
  label?: string;
}

/** Removes or ends something after a question, which is fetched when somebody is about to be asked. */
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
