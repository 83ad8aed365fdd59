import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { m } from '../../paraglide/messages.js';

const ACCEPTED = '.xml,.camt,.sta,.mt940,.940,.mt942,.942,.ofx,.qfx,.csv,.tsv,.txt';

/** Takes files from a drag or from the file dialog of the browser. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  return (
    <label
      className={cn(
        'relative flex flex-col items-center gap-2 rounded-xl border-2 border-dashed px-4 py-10 text-center transition-colors',
        'hover:border-primary hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isOver && 'border-primary bg-muted',
      )}
    >
      <span className="flex size-12 items-center justify-center rounded-full bg-secondary text-muted-foreground">
        <Upload aria-hidden="true" className="size-5.5" />
      </span>
      <span className="font-bold">{m.statements_choose_files()}</span>
      <span id={hintId} className="max-w-lg text-sm leading-6 text-muted-foreground">
        {m.statements_formats_hint()}
      </span>
      {/* Covers the zone, because a browser accepts dropped files at a file input by itself. */}
      <input
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={m.statements_choose_files()}
        aria-describedby={hintId}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
