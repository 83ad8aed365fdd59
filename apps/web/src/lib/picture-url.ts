import { readConfiguration } from './configuration.ts';

export const PICTURE_BUCKET = 'avatars';

/** URLs of uploaded pictures have no host, so that they stay valid on another host. */
const UPLOADED = `/storage/v1/object/public/${PICTURE_BUCKET}/`;

/** The URL that a profile stores for an uploaded picture. */
export function pictureUrl(path: string): string {
  return UPLOADED + path;
}

/** The path in the bucket of a stored URL. Null for a picture from elsewhere, and for none. */
export function picturePath(address: string | null | undefined): string | null {
  return address?.startsWith(UPLOADED) === true ? address.slice(UPLOADED.length) : null;
}

/** The URL that the browser loads. A URL without a host is in the storage of the backend. */
export function pictureSource(address: string): string {
  return address.startsWith('/') ? new URL(address, readConfiguration().supabaseUrl).href : address;
}
