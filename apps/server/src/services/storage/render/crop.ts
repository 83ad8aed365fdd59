import type { Gravity, Transformation } from './transformation.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The image is resized first and then cropped. */
interface Crop {
  readonly resized: Size;
  readonly kept: Size & { readonly left: number; readonly top: number };
}

/** The relative position on an axis: 0 for its start, 0.5 for its middle, 1 for its end. */
function anchorOf(gravity: Gravity, start: string, end: string): number {
  if (gravity.includes(start)) return 0;
  return gravity.includes(end) ? 1 : 0.5;
}

interface Axis {
  readonly whole: number;
  readonly kept: number;
  readonly anchor: number;
  readonly offset: number;
}

/** An offset of at least 1 is in pixels, a smaller one is a share of the axis. It points away from the anchor. */
function startOf({ whole, kept, anchor, offset }: Axis): number {
  const shift = Math.abs(offset) >= 1 ? offset : offset * whole;
  return (whole - kept) * anchor + (anchor === 1 ? -shift : shift);
}

const within = (value: number, max: number): number =>
  Math.round(Math.min(Math.max(value, 0), max));

/**
 * The crop of an image that covers a width and a height, without enlarging it.
 *
 * @param source the size of the upright image
 */
export function cropToCover(
  source: Size,
  target: Size,
  gravity: Exclude<Gravity, 'sm'>,
  { x_offset: x = 0, y_offset: y = 0 }: Pick<Transformation, 'x_offset' | 'y_offset'>,
): Crop {
  const scale = Math.min(1, Math.max(target.width / source.width, target.height / source.height));
  const resized = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  const width = Math.min(target.width, resized.width);
  const height = Math.min(target.height, resized.height);
  const [left, top] =
    gravity === 'fp'
      ? [x * resized.width - width / 2, y * resized.height - height / 2]
      : [
          startOf({
            whole: resized.width,
            kept: width,
            anchor: anchorOf(gravity, 'we', 'ea'),
            offset: x,
          }),
          startOf({
            whole: resized.height,
            kept: height,
            anchor: anchorOf(gravity, 'no', 'so'),
            offset: y,
          }),
        ];
  return {
    resized,
    kept: {
      width,
      height,
      left: within(left, resized.width - width),
      top: within(top, resized.height - height),
    },
  };
}
