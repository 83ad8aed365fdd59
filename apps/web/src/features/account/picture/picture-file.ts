import { m } from '../../../paraglide/messages.js';

/** The area of an image to keep, in image pixels. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A decoded picture. */
export interface OpenedPicture {
  image: HTMLImageElement;
  /** An object URL. Release it with `URL.revokeObjectURL`. */
  source: string;
}

/** The file cannot be used as a picture. The message is shown to the user. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

const FILE_LIMIT_MB = 20;
/** More than a phone camera has. A small file can decode to more than the memory holds. */
const PIXEL_LIMIT = 60_000_000;
const HEAD_BYTES = 12;
const SIDE_PX = 512;
const QUALITY = 0.86;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const RIFF_SIGNATURE = [0x52, 0x49, 0x46, 0x46];
const WEBP_SIGNATURE = [0x57, 0x45, 0x42, 0x50];
const WEBP_SIGNATURE_AT = 8;

/** The type of a file by its first bytes, or null. The name and the declared type do not count. */
export function pictureTypeOf(head: Uint8Array): PictureType | null {
  const has = (signature: readonly number[], at = 0) =>
    signature.every((byte, index) => head[at + index] === byte);
  if (has(PNG_SIGNATURE)) return 'image/png';
  if (has(JPEG_SIGNATURE)) return 'image/jpeg';
  return has(RIFF_SIGNATURE) && has(WEBP_SIGNATURE, WEBP_SIGNATURE_AT) ? 'image/webp' : null;
}

/** @throws PictureError if the file is no picture, is damaged, or is too large */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  if (file.size > FILE_LIMIT_MB * 1024 * 1024) {
    throw new PictureError(
      m.account_this_file_is_too_large_pictures_can({ megabytes: String(FILE_LIMIT_MB) }),
    );
  }
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer().catch(unreadable);
  const type = pictureTypeOf(new Uint8Array(head));
  if (type === null) {
    throw new PictureError(m.account_please_choose_png_jpeg_or_webp_picture());
  }
  const source = URL.createObjectURL(new Blob([file], { type }));
  try {
    return { image: await decode(source), source };
  } catch (error) {
    URL.revokeObjectURL(source);
    throw error;
  }
}

async function decode(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  const isLoaded = new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = reject;
  });
  image.src = source;
  await isLoaded.catch(unreadable);
  // The size is known before the picture is decoded.
  if (image.naturalWidth * image.naturalHeight > PIXEL_LIMIT) {
    throw new PictureError(m.account_this_pictures_dimensions_are_too_large());
  }
  await image.decode().catch(unreadable);
  return image;
}

function unreadable(): never {
  throw new PictureError(m.account_we_cant_read_this_picture_file_may());
}

/**
 * Draws a square of a picture. The result is small and upright, and has no metadata such as the
 * location.
 *
 * @param area null for the middle of the picture
 */
export async function squareOf(image: HTMLImageElement, area: PictureArea | null): Promise<Blob> {
  const { x, y, width, height } = area ?? middleOf(image);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: SIDE_PX,
    height: SIDE_PX,
  });
  const context = canvas.getContext('2d');
  if (context === null) throw new PictureError(m.account_your_browser_cant_edit_pictures());
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, SIDE_PX, SIDE_PX);
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  // Some browsers cannot write WebP. JPEG has no transparency, so the background becomes white.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  const jpeg = await encode(canvas, 'image/jpeg');
  if (jpeg?.type !== 'image/jpeg')
    throw new PictureError(m.account_your_browser_cant_edit_pictures());
  return jpeg;
}

function middleOf({ naturalWidth, naturalHeight }: HTMLImageElement): PictureArea {
  const side = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - side) / 2, y: (naturalHeight - side) / 2, width: side, height: side };
}

function encode(canvas: HTMLCanvasElement, type: PictureType): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });
}
