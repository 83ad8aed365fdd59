import { readConfiguration } from './configuration.ts';

export const PICTURE_BUCKET = 'avatars';

/** Uploaded pictures are named without a host, so that they outlive a move to another. */
const UPLOADED = `/storage/v1/object/public/${PICTURE_BUCKET}/`;

/** What a profile stores of an uploaded picture. */
export function pictureUrl(path: string): string {
  return UPLOADED + path;
}

/** Where in the bucket a stored address leads; null for a picture from elsewhere, and for none. */
export function picturePath(address: string | null | undefined): string | null {
  return address?.startsWith(UPLOADED) === true ? address.slice(UPLOADED.length) : null;
}

/** Where the browser finds a picture: what is named without a host is in the backend's storage. */
export function pictureSource(address: string): string {
  return address.startsWith('/') ? new URL(address, readConfiguration().supabaseUrl).href : address;
}
