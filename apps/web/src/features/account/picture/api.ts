import { pictureUrl, picturePath, PICTURE_BUCKET } from '../../../lib/picture-url.ts';
import { loadSupabase } from '../../../lib/supabase.ts';

const NAME_LENGTH = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ENDINGS: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/jpeg': 'jpg' };
/** Each name is used once, so a picture can stay in caches. */
const CACHE_S = '31536000';
/** A newer file can belong to an unfinished save in another tab. */
const LEFT_OVER_AFTER_MS = 10 * 60_000;

/** Uploads a picture to the user's folder. Resolves to the address for the profile. Throws the backend's error. */
export async function uploadPicture(userId: string, picture: Blob): Promise<string> {
  const storage = await (await loadSupabase()).loadStorage();
  const path = `${userId}/${randomName()}.${ENDINGS[picture.type] ?? 'png'}`;
  const { error } = await storage
    .from(PICTURE_BUCKET)
    .upload(path, picture, { contentType: picture.type, cacheControl: CACHE_S });
  if (error) throw error;
  return pictureUrl(path);
}

/** Letters only: the database rejects long runs of digits, which look like card numbers. */
function randomName(): string {
  const drawn: string[] = [];
  while (drawn.length < NAME_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // The remainder of larger bytes would favour some letters.
    if (byte < LETTERS.length * 9) drawn.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return drawn.join('');
}

/** Removes one uploaded picture. Throws the backend's error. */
export async function removePicture(address: string): Promise<void> {
  const path = picturePath(address);
  if (path === null) return;
  const storage = await (await loadSupabase()).loadStorage();
  const { error } = await storage.from(PICTURE_BUCKET).remove([path]);
  if (error) throw error;
}

/**
 * Removes the replaced picture and the files of interrupted saves from the user's folder. Keeps the
 * current picture. Throws the backend's error.
 */
export async function removeOtherPictures(
  userId: string,
  shown: string | null,
  replaced: string | null,
): Promise<void> {
  const bucket = (await (await loadSupabase()).loadStorage()).from(PICTURE_BUCKET);
  const { data, error } = await bucket.list(userId);
  if (error) throw error;
  const paths = data
    .map(({ name, created_at: createdAt }) => ({ path: `${userId}/${name}`, createdAt }))
    .filter(({ path, createdAt }) => {
      if (path === picturePath(shown)) return false;
      const isOld = Date.now() - Date.parse(createdAt ?? '') > LEFT_OVER_AFTER_MS;
      return path === picturePath(replaced) || isOld;
    })
    .map(({ path }) => path);
  if (paths.length === 0) return;
  const removed = await bucket.remove(paths);
  if (removed.error) throw removed.error;
}
