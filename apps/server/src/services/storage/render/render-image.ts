import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Metadata, Sharp } from 'sharp';
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts';
import { storageErrors, StorageError } from '../errors.ts';
import { cropToCover } from './crop.ts';
import { DEFAULT_RESIZE, type Transformation } from './transformation.ts';

/** The formats that can be transformed. SVG is excluded, because it can contain scripts. */
const SOURCE_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
const DEFAULT_QUALITY = 80;
const TIME_LIMIT_S = 15;
/** Each uses a core and the memory of an uncompressed image. */
const IMAGES_AT_ONCE = 2;
const IMAGES_WAITING = 50;

export interface ImageRenderer {
  /**
   * @param open opens the source, when the transformation starts
   * @param acceptsWebp whether WebP may be sent when no format is requested
   * @throws StorageError when the source is not an image, or has too many pixels
   */
  render(
    open: () => Promise<Readable>,
    wanted: Transformation,
    acceptsWebp: boolean,
  ): Promise<{ readonly bytes: Buffer; readonly type: string }>;
}

interface Source {
  readonly image: Sharp;
  readonly format: string;
  /** The size after rotation by the EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

function formatOf(own: string, { format }: Transformation, acceptsWebp: boolean): string {
  if (format === 'webp' || format === 'avif') return format;
  if (format === undefined && acceptsWebp) return 'webp';
  return own === 'heif' ? 'avif' : own;
}

function resize({ image, ...source }: Source, wanted: Transformation): Sharp {
  const { width, height, resize: mode = DEFAULT_RESIZE, gravity } = wanted;
  // EXIF metadata, such as the location, is not copied.
  const upright = image.autoOrient();
  const isCrop = mode === 'cover' && width !== undefined && height !== undefined;
  if (isCrop && gravity !== undefined && gravity !== 'sm') {
    const { resized, kept } = cropToCover(source, { width, height }, gravity, wanted);
    return upright.resize({ ...resized, fit: 'fill' }).extract(kept);
  }
  return upright.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: mode === 'contain' ? 'inside' : mode,
    ...(isCrop && gravity === 'sm' ? { position: 'attention' } : {}),
    withoutEnlargement: mode !== 'fill',
  });
}

function uprightSize({ width, height, orientation = 1 }: Metadata) {
  // EXIF orientations 5 to 8 swap width and height.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function toImageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
  return isTooLarge ? storageErrors.tooManyPixels() : storageErrors.invalidImage(error);
}

/**
 * Resizes, crops and converts images.
 *
 * @param pixelLimit the maximum number of pixels of a source, because a small file can hold a very large image
 */
export function createImageRenderer(pixelLimit: number): ImageRenderer {
  const limit = createConcurrencyLimit<'image'>({
    maxRunning: IMAGES_AT_ONCE,
    maxWaiting: IMAGES_WAITING,
    createFullError: storageErrors.busy,
  });

  async function decode(bytes: Readable): Promise<Source> {
    // Loaded with the first image, because few servers transform images and the library is large.
    const { default: sharp } = await import('sharp');
    // An image with a wrong checksum is accepted, a truncated one is not.
    const image = sharp({ limitInputPixels: pixelLimit, failOn: 'truncated', pages: 1 });
    // The decoder reports a source that fails or ends early.
    const reading = pipeline(bytes, image).catch(() => undefined);
    const metadata = await image.metadata();
    await reading;
    const { format } = metadata;
    if (!SOURCE_FORMATS.has(format)) throw storageErrors.invalidImage();
    return { image, format, ...uprightSize(metadata) };
  }

  async function draw(bytes: Readable, wanted: Transformation, acceptsWebp: boolean) {
    try {
      const source = await decode(bytes);
      const format = formatOf(source.format, wanted, acceptsWebp) as 'webp';
      return await resize(source, wanted)
        .toFormat(format, { quality: wanted.quality ?? DEFAULT_QUALITY })
        .timeout({ seconds: TIME_LIMIT_S })
        .toBuffer({ resolveWithObject: true });
    } catch (error) {
      throw toImageError(error);
    } finally {
      bytes.destroy();
    }
  }

  return {
    async render(open, wanted, acceptsWebp) {
      const release = await limit.acquire('image');
      try {
        const { data, info } = await draw(await open(), wanted, acceptsWebp);
        return { bytes: data, type: `image/${info.format === 'heif' ? 'avif' : info.format}` };
      } finally {
        release();
      }
    },
  };
}
