import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp } from 'sharp';
import { failures, StorageError } from '../errors.ts';
import type { Transformation } from './transformation.ts';

/** What is drawn here. Nothing that is a program of its own, as SVG is. */
const SOURCE_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
const TIME_LIMIT_S = 15;
/** Each takes a core and the memory of a whole picture. */
const IMAGES_AT_ONCE = 2;
const IMAGES_WAITING = 50;

export interface ImageRenderer {
  /**
   * @param acceptsWebp whether that may be answered where no format is asked for
   * @throws StorageError when it is no image, or too large a one
   */
  render(
    source: Readable,
    wanted: Transformation,
    acceptsWebp: boolean,
  ): Promise<{ readonly bytes: Buffer; readonly type: string }>;
}

function formatOf(own: string, { format }: Transformation, acceptsWebp: boolean): string {
  if (format === 'webp' || format === 'avif') return format;
  if (format === undefined && acceptsWebp) return 'webp';
  return own === 'heif' ? 'avif' : own;
}

function draw(image: Sharp, own: string, wanted: Transformation, acceptsWebp: boolean): Sharp {
  const { width, height, resize, quality } = wanted;
  const format = formatOf(own, wanted, acceptsWebp);
  return (
    image
      // Upright before it is cut; what a camera wrote besides, the place first of all, stays behind.
      .autoOrient()
      .resize({
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        // Both sides were asked for, or there is nothing to cut.
        fit: resize === 'contain' ? 'inside' : resize,
        withoutEnlargement: resize !== 'fill',
      })
      .toFormat(format as 'webp', { quality })
      .timeout({ seconds: TIME_LIMIT_S })
  );
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
      if (queue.length >= IMAGES_WAITING) throw failures.busy();
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

  async function readImage(source: Readable): Promise<{ image: Sharp; own: string }> {
    const image = sharp({ limitInputPixels: pixelLimit, failOn: 'error', pages: 1 });
    // Sharp tells in its own words what is wrong with a source that ends early.
    const reading = pipeline(source, image).catch(() => undefined);
    const { format, width, height } = await image.metadata();
    await reading;
    if (!SOURCE_FORMATS.has(format)) throw failures.image('The object is no image of a known type');
    if (width * height > pixelLimit) throw failures.image('The image has too many pixels');
    return { image, own: format };
  }

  return {
    async render(source, wanted, acceptsWebp) {
      await takeTurn();
      try {
        const { image, own } = await readImage(source);
        const drawn = draw(image, own, wanted, acceptsWebp);
        const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
        return { bytes: data, type: `image/${info.format === 'heif' ? 'avif' : info.format}` };
      } catch (error) {
        if (error instanceof StorageError) throw error;
        throw failures.image('The object is no image that can be shown', error);
      } finally {
        source.destroy();
        endTurn();
      }
    },
  };
}
