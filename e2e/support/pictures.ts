import type { Page } from '@playwright/test';

/** A picture that the browser encodes: red on the left, blue on the right. */
export async function drawPicture(
  page: Page,
  type: 'image/png' | 'image/jpeg' | 'image/webp',
  { width, height } = { width: 640, height: 320 },
): Promise<Buffer> {
  const address = await page.evaluate(
    (wanted) => {
      const canvas = Object.assign(document.createElement('canvas'), wanted.size);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = '#d00000';
      context.fillRect(0, 0, canvas.width / 2, canvas.height);
      context.fillStyle = '#0000d0';
      context.fillRect(canvas.width / 2, 0, canvas.width / 2, canvas.height);
      return canvas.toDataURL(wanted.type);
    },
    { type, size: { width, height } },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

const JPEG_START_BYTES = 2;

/** The same JPEG with metadata as a camera writes it: a text instead of a location. */
export function withMetadata(jpeg: Buffer, text: string): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(text, 'latin1')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([
    jpeg.subarray(0, JPEG_START_BYTES),
    head,
    body,
    jpeg.subarray(JPEG_START_BYTES),
  ]);
}
