import { pictureUrl, picturePath, PICTURE_BUCKET } from '../lib/picture-url.ts';
import { loadSupabase } from '../lib/supabase.ts';

const NAME_LENGTH = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ENDINGS: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/jpeg': 'jpg' };
/** A name is used once: what it shows never changes. */
const CACHE_S = '31536000';
/** Younger ones may belong to a save in another tab that is not done yet. */
const LEFT_OVER_AFTER_MS = 10 * 60_000;

/** Puts a picture into the user's own folder. Resolves to what the profile stores of it; throws the backend's error. */
export async function uploadPicture(userId: string, picture: Blob): Promise<string> {
  const storage = await (await loadSupabase()).loadStorage();
  const path = `${userId}/${randomName()}.${ENDINGS[picture.type] ?? 'png'}`;
  const { error } = await storage
    .from(PICTURE_BUCKET)
    .upload(path, picture, { contentType: picture.type, cacheControl: CACHE_S });
  if (error) throw error;
  return pictureUrl(path);
}

/** Letters only: the database takes a long row of digits for a card number. */
function randomName(): string {
  const drawn: string[] = [];
  while (drawn.length < NAME_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // A remainder of all 256 would prefer some letters.
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
 * Empties the user's folder but for the picture that is shown now: the one before it, and what saves
 * that stopped in the middle have left. Throws the backend's error.
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
