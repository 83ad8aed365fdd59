import { z } from 'zod';

const MAX_SIDE_PIXELS = 2500;
const MIN_QUALITY = 20;

/** The part of an image that a crop keeps: a side, a corner, the centre, the salient region, or a focal point. */
const GRAVITIES = [
  'no',
  'so',
  'ea',
  'we',
  'noea',
  'nowe',
  'soea',
  'sowe',
  'ce',
  'sm',
  'fp',
] as const;
export type Gravity = (typeof GRAVITIES)[number];

const side = z.coerce.number().int().min(1).max(MAX_SIDE_PIXELS).optional();
const offset = z.coerce.number().optional();

const isShare = (value: number | undefined): boolean =>
  value !== undefined && value >= 0 && value <= 1;

/** The mode when a request has no `resize` parameter. */
export const DEFAULT_RESIZE = 'cover';

const fields = z.object({
  width: side,
  height: side,
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(MIN_QUALITY).max(100).optional(),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
  gravity: z.enum(GRAVITIES).optional(),
  x_offset: offset,
  y_offset: offset,
});

/** The size, crop and format that an image is requested in. */
export const transformationSchema = fields.refine(
  (wanted) => wanted.gravity !== 'fp' || (isShare(wanted.x_offset) && isShare(wanted.y_offset)),
  { path: ['gravity'], message: 'fp requires x_offset and y_offset between 0 and 1' },
);
export type Transformation = z.output<typeof transformationSchema>;

/** The transformation as a query string, for a signed URL. */
export function writeTransformation(given: z.input<typeof transformationSchema>): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    pairs.map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
}

/** The names that imgproxy, the renderer of hosted projects, has for the modes. */
const RESIZING_TYPES = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

function describeGravity({ gravity, x_offset: x, y_offset: y }: Transformation): string[] {
  if (gravity === undefined) return [];
  // Gravity `sm` has no offset.
  if (gravity === 'sm' || (x === undefined && y === undefined)) return [`gravity:${gravity}`];
  return [`gravity:${gravity}:${String(x ?? 0)}:${String(y ?? 0)}`];
}

/** The transformation as the header `X-Transformations` describes it. */
export function describeTransformation(wanted: Transformation): string[] {
  const { width, height, resize, quality, format } = wanted;
  const isResized = width !== undefined || height !== undefined;
  return [
    ...(height === undefined ? [] : [`height:${String(height)}`]),
    ...(width === undefined ? [] : [`width:${String(width)}`]),
    ...(isResized ? [`resizing_type:${RESIZING_TYPES[resize ?? DEFAULT_RESIZE]}`] : []),
    ...(quality === undefined ? [] : [`quality:${String(quality)}`]),
    ...(format === undefined || format === 'origin' ? [] : [`format:${format}`]),
    ...describeGravity(wanted),
  ];
}
