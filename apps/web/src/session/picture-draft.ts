import type { OpenedPicture, PictureArea } from '../lib/picture-file.ts';

/** What a form is going to do with a picture when it is saved. */
export type PictureDraft =
  | { kind: 'kept' }
  | { kind: 'removed' }
  /** The area is null until the cropper says it; the middle is meant then. */
  | { kind: 'chosen'; opened: OpenedPicture; area: PictureArea | null };

export const KEPT_PICTURE: PictureDraft = { kind: 'kept' };
