import type { TablesUpdate } from '@beaconpay/database';
import { picturePath } from '../../../lib/picture-url.ts';
import { isUnreachable } from '../../../lib/backend-error.ts';
import type { Profile } from '../../../session/profile.ts';
import { requireSessionOf } from '../../../session/require-session.ts';

export type ProfileChanges = Omit<
  TablesUpdate<'profiles'>,
  'id' | 'account_type' | 'created_at' | 'updated_at'
>;

/** A new picture, null for no picture, undefined to keep the address in the changes. */
export type PictureChange = Blob | null | undefined;

const loadPictures = () => import('../picture/api.ts');

/**
 * Saves a profile with its picture. The picture is uploaded before the profile names it, and the
 * previous picture is removed after that: wherever this stops, the profile names an existing
 * picture. Throws what `updateProfile` throws, and the storage error.
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
  // The profile is saved. Files that stay behind are removed with the next picture.
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
    // Without a response, the profile may already refer to the picture. If not, a later save removes it.
    if (address !== null && !isUnreachable(error)) {
      await pictures.removePicture(address).catch(() => undefined);
    }
    throw error;
  }
  return address;
}

/**
 * Updates the user's own profile. Throws SignedOutError, the backend's error, or an Error when no
 * row was updated, which the backend does not report as an error.
 */
async function updateProfile(userId: string, changes: ProfileChanges): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { data, error } = await supabase
    .from('profiles')
    .update({ ...changes, updated_at: new Date().toISOString() })
    .eq('id', userId)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new Error("Your profile wasn't updated. Please try again.");
}
