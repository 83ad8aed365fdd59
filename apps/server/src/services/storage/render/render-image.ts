import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { storageErrors, StorageError } from '../errors.ts';
import { cropToCover } from './crop.ts';
import { DEFAULT_RESIZE, type Transformation } from './transformation.ts';

/** The formats that are decoded here. SVG is not among them: it is a program. */
const SOURCE_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
const DEFAULT_QUALITY = 80;
const TIME_LIMIT_S = 15;
/** Each takes a core and the memory of a whole picture. */
const IMAGES_AT_ONCE = 2;
const IMAGES_WAITING = 50;

export interface ImageRenderer {
  /**
   * @param open opens the source, once it is its turn
   * @param acceptsWebp whether WebP may be sent where no format is requested
   * @throws StorageError when the source is no image, or one with too many pixels
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
  /** Of the upright image. */
  readonly width: number;
  readonly height: number;
}

function formatOf(own: string, { format }: Transformation, acceptsWebp: boolean): string {
  if (format === 'webp' || format === 'avif') return format;
  if (format === undefined && acceptsWebp) return 'webp';
  return own === 'heif' ? 'avif' : own;
}

function resize({ image, ...source }: Source, wanted: Transformation): Sharp {
  const { width, height, resize: way = DEFAULT_RESIZE, gravity } = wanted;
  // The camera's metadata, most of all the place, is not copied.
  const upright = image.autoOrient();
  const isCrop = way === 'cover' && width !== undefined && height !== undefined;
  if (isCrop && gravity !== undefined && gravity !== 'sm') {
    const { resized, kept } = cropToCover(source, { width, height }, gravity, wanted);
    return upright.resize({ ...resized, fit: 'fill' }).extract(kept);
  }
  return upright.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: way === 'contain' ? 'inside' : way,
    ...(isCrop && gravity === 'sm' ? { position: sharp.strategy.attention } : {}),
    withoutEnlargement: way !== 'fill',
  });
}

function uprightSize({ width, height, orientation = 1 }: Metadata) {
  // From the fifth on, EXIF's orientations lie on their side.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function toImageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
  return isTooLarge ? storageErrors.tooManyPixels() : storageErrors.invalidImage(error);
}

/**
 * Draws images in other sizes.
 *
 * @param pixelLimit of a source: a small file may hold a picture that fills all memory
 */
export function createImageRenderer(pixelLimit: number): ImageRenderer {
  let running = 0;
  const queue: (() => void)[] = [];

  async function takeTurn(): Promise<void> {
    if (running >= IMAGES_AT_ONCE) {
      if (queue.length >= IMAGES_WAITING) throw storageErrors.busy();
      await new Promise<void>((resolve) => queue.push(resolve));
      return;
    }
    running += 1;
  }

  function endTurn(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  async function decode(bytes: Readable): Promise<Source> {
    // Lenient: a wrong checksum spoils no picture, but a missing end does.
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
      await takeTurn();
      try {
        const { data, info } = await draw(await open(), wanted, acceptsWebp);
        return { bytes: data, type: `image/${info.format === 'heif' ? 'avif' : info.format}` };
      } finally {
        endTurn();
      }
    },
  };
}
