import { z } from 'zod';

const MOST_PIXELS_A_SIDE = 2500;
const LEAST_QUALITY = 20;
const DEFAULT_QUALITY = 80;

const side = z.coerce.number().int().min(1).max(MOST_PIXELS_A_SIDE).optional();

/** In what size, cut and form an image is asked for. */
export const transformationSchema = z.object({
  width: side,
  height: side,
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(LEAST_QUALITY).max(100).default(DEFAULT_QUALITY),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
});
export type Transformation = z.output<typeof transformationSchema>;

/** The same as a query, for a signed address to hold. */
export function writeTransformation(given: z.input<typeof transformationSchema>): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    pairs.map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
}
