import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { ChunkBoundary } from '../../../components/loading/chunk-boundary.tsx';
import { PersonAvatar } from '../../../components/data/person-avatar.tsx';
import { Alert } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorMessage } from '../../../lib/error-message.ts';
import type { OpenedPicture, PictureArea } from './picture-file.ts';
import { m } from '../../../paraglide/messages.js';

/** The change of the picture that the form makes when it is saved. */
export type PictureDraft =
  | { kind: 'kept' }
  | { kind: 'removed' }
  /** Without an area the middle of the picture is used. */
  | { kind: 'chosen'; opened: OpenedPicture; area: PictureArea | null };

export const KEPT_PICTURE: PictureDraft = { kind: 'kept' };

const PictureCropper = lazyComponent(() => import('./picture-cropper.tsx'));
const loadPictureFile = () => import('./picture-file.ts');

const ACCEPTED = 'image/png,image/jpeg,image/webp';

interface PictureFieldProps {
  /** "Picture" or "Logo". */
  label: string;
  /** The address in the saved profile. */
  address: string | null;
  letters: string;
  draft: PictureDraft;
  onChange: (draft: PictureDraft) => void;
}

/** Chooses the picture of a profile from a file or the camera, crops it to a square, or removes it. */
export function PictureField({ label, address, letters, draft, onChange }: PictureFieldProps) {
  const hintId = useId();
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const opened = draft.kind === 'chosen' ? draft.opened : null;
  useEffect(() => {
    if (opened === null) return undefined;
    return () => URL.revokeObjectURL(opened.source);
  }, [opened]);

  async function open({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    // Without this, choosing the same file again causes no event.
    target.value = '';
    if (chosen === undefined) return;
    setProblem(null);
    try {
      const { openPicture } = await loadPictureFile();
      onChange({ kind: 'chosen', opened: await openPicture(chosen), area: null });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  const hasPicture = draft.kind === 'kept' && address !== null;
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={hintId}
      className="flex flex-col gap-3 sm:col-span-2"
    >
      {opened === null ? (
        <div className="flex items-center gap-4">
          <PersonAvatar
            address={hasPicture ? address : null}
            letters={letters}
            className="size-16 text-xl"
          />
          <div className="flex min-w-0 flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => file.current?.click()}>
              <ImageUp aria-hidden="true" />
              {hasPicture ? m.account_change_picture() : m.account_choose_picture()}
            </Button>
            {/* Without a touch screen this input opens the same file dialog. */}
            <Button
              variant="outline"
              size="sm"
              className="hidden pointer-coarse:inline-flex"
              onClick={() => camera.current?.click()}
            >
              <Camera aria-hidden="true" />
              {m.account_take_a_photo()}
            </Button>
            {hasPicture && (
              <Button
                variant="ghost"
                size="sm"
                className="text-destructive-text"
                onClick={() => onChange({ kind: 'removed' })}
              >
                <Trash2 aria-hidden="true" />
                {m.common_remove()}
              </Button>
            )}
            {draft.kind === 'removed' && (
              <Button variant="ghost" size="sm" onClick={() => onChange(KEPT_PICTURE)}>
                {m.account_keep_it()}
              </Button>
            )}
          </div>
        </div>
      ) : (
        <>
          <ChunkBoundary
            loading={<Skeleton className="h-64 w-full" />}
            fallback={<Alert>{m.account_we_cant_preview_this_picture_well_use()}</Alert>}
          >
            <PictureCropper
              key={opened.source}
              source={opened.source}
              onChange={(area) => onChange({ kind: 'chosen', opened, area })}
            />
          </ChunkBoundary>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => file.current?.click()}>
              {m.account_choose_a_different_picture()}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => onChange(KEPT_PICTURE)}>
              {m.account_undo()}
            </Button>
          </div>
        </>
      )}
      {problem !== null && (
        <Alert variant="destructive" role="alert">
          {problem}
        </Alert>
      )}
      <p id={hintId} className="text-sm text-muted-foreground">
        {draft.kind === 'removed'
          ? m.account_it_will_be_removed_when_you_save()
          : m.account_png_jpeg_or_webp_we_crop_it()}
      </p>
      <input
        ref={file}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={m.account_label_file({ label })}
        onChange={(event) => void open(event)}
      />
      <input
        ref={camera}
        type="file"
        accept={ACCEPTED}
        capture="user"
        hidden
        aria-label={m.account_label_from_the_camera({ label })}
        onChange={(event) => void open(event)}
      />
    </div>
  );
}
