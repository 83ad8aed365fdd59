import { isUnreachable } from '../lib/backend-error.ts';
import { picturePath } from '../lib/picture-url.ts';
import type { Profile } from './profile.ts';
import { requireSessionOf } from './require-session.ts';
import { updateProfile, type ProfileChanges } from './update-profile.ts';

/** A new picture, null to have none, undefined to leave the address as the changes have it. */
export type PictureChange = Blob | null | undefined;

const loadPictures = () => import('./profile-picture.ts');

/**
 * Saves a profile with its picture. The picture is there before the profile names it, and the one
 * before it goes after: wherever this stops, the profile names a picture that is there. Throws what
 * `updateProfile` throws, and the storage's error.
 */
export async function saveProfile(
  profile: Profile,
  changes: ProfileChanges,
  picture: PictureChange,
): Promise<void> {
  const address =
    picture === undefined ? changes.avatar_url : await uploadAndSave(profile.id, changes, picture);
  if (picture === undefined) await updateProfile(profile.id, changes);
  if (address === undefined || address === profile.avatar_url) return;
  if (picturePath(profile.avatar_url) === null && picturePath(address) === null) return;
  // The profile is saved; what stays behind is removed with the next picture.
  await loadPictures()
    .then((pictures) => pictures.removeOtherPictures(profile.id, address, profile.avatar_url))
    .catch(() => undefined);
}

async function uploadAndSave(
  userId: string,
  changes: ProfileChanges,
  picture: Blob | null,
): Promise<string | null> {
  await requireSessionOf(userId);
  const pictures = await loadPictures();
  const address = picture && (await pictures.uploadPicture(userId, picture));
  try {
    await updateProfile(userId, { ...changes, avatar_url: address });
  } catch (error) {
    // Where no answer came the profile may name it by now; a later save removes it if not.
    if (address !== null && !isUnreachable(error)) {
      await pictures.removePicture(address).catch(() => undefined);
    }
    throw error;
  }
  return address;
}
