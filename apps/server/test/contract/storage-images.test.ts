/** @covers security.files.9 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { signUp, type Person } from './auth-fixtures.ts';
import { callStorage, makePng, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;
let ada: Person;
let face: string;
let paper: string;

/** A photograph of a phone: rotated by its EXIF orientation, with a GPS location. */
function makePhotograph(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#204080' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

beforeAll(async () => {
  server = await startStorageServer({ environment: { STORAGE_IMAGE_PIXEL_LIMIT: '1000000' } });
  ada = await signUp(server);
  face = `${ada.userId}/face.jpg`;
  paper = `${ada.userId}/paper.jpg`;
  const photograph = await makePhotograph();
  await pictures().upload(face, photograph, { contentType: 'image/jpeg' });
  await papers().upload(paper, photograph, { contentType: 'image/jpeg' });
});
afterAll(() => server.stop());

const pictures = () => ada.browser.storage.from('pictures');
const papers = () => ada.browser.storage.from('papers');

async function render(query: string, headers: Record<string, string> = {}) {
  const url = `${server.url}/storage/v1/render/image/public/pictures/${face}?${query}`;
  const answer = await fetch(url, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height, format, exif } = await sharp(bytes).metadata();
  return { answer, bytes, image: { width, height, format, hasExif: exif !== undefined } };
}

describe('An image in another size', () => {
  test.each([
    ['width=50&height=50', { width: 50, height: 50 }],
    ['width=50', { width: 50, height: 100 }],
    ['height=50', { width: 25, height: 50 }],
    ['width=50&height=50&resize=contain', { width: 25, height: 50 }],
    ['width=50&height=60&resize=fill', { width: 50, height: 60 }],
    ['width=1000', { width: 200, height: 400 }],
    ['', { width: 200, height: 400 }],
  ])(
    'with %j is upright, has the requested size and contains no camera metadata',
    async (query, size) => {
      const { answer, image } = await render(query);
      expect(answer.status).toBe(200);
      expect(image).toEqual({ ...size, format: 'jpeg', hasExif: false });
    },
  );

  /** @covers 7.storage.9 */
  test('is WebP if the client accepts it and requests no format', async () => {
    const accepting = { Accept: 'image/avif,image/webp,*/*' };
    const { answer, image } = await render('width=50', accepting);
    expect(image.format).toBe('webp');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('vary')).toContain('Accept');
    expect((await render('width=50&format=origin', accepting)).image.format).toBe('jpeg');
    expect((await render('width=50&format=webp')).image.format).toBe('webp');
  });

  /** @covers 7.storage.9 */
  test('is smaller at lower quality', async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
        background: '#000',
      },
    })
      .jpeg()
      .toBuffer();
    await pictures().upload(face, noise, { contentType: 'image/jpeg', upsert: true });
    const [low, high] = await Promise.all([render('quality=20'), render('quality=90')]);
    expect(low.bytes.length).toBeLessThan(high.bytes.length / 2);
    await pictures().upload(face, await makePhotograph(), {
      contentType: 'image/jpeg',
      upsert: true,
    });
  });

  test('is not sent again to a client that has it', async () => {
    const { answer } = await render('width=50');
    const again = await fetch(answer.url, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const other = await fetch(answer.url.replace('width=50', 'width=60'), {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    expect(other.status).toBe(200);
  });

  /** @covers 7.storage.9 */
  test('is available to callers who can read the object, or by a signed URL in the signed size only', async () => {
    const { data } = await papers().download(paper, { transform: { width: 40, height: 40 } });
    expect((await sharp(await data?.arrayBuffer()).metadata()).width).toBe(40);
    const signed = await papers().createSignedUrl(paper, 60, {
      transform: { width: 30, height: 30 },
    });
    const url = `${signed.data?.signedUrl ?? ''}&width=2000`;
    expect((await sharp(await (await fetch(url)).arrayBuffer()).metadata()).width).toBe(30);
    const stranger = await callStorage(server, `/render/image/public/papers/${paper}`);
    expect(stranger.body).toMatchObject({ statusCode: '404' });
  });
});

describe('No image is rendered', () => {
  test.each(['width=0', 'width=2501', 'width=1.5', 'quality=101', 'resize=stretch', 'format=gif'])(
    'by %s',
    async (query) => {
      const answer = await callStorage(server, `/render/image/public/pictures/${face}?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    },
  );

  const TOO_MANY = 'The source image resolution is too large to process';
  const INVALID = 'The source image is invalid or unsupported for rendering';

  test.each([
    [
      'with 50,000 × 50,000 pixels in its header',
      () => makePng(50_000, 50_000, 10),
      'png',
      TOO_MANY,
    ],
    ['with more pixels than the limit', () => makePng(1001, 1000), 'png', TOO_MANY],
    ['that ends early', () => makePng(500, 500).subarray(0, 60), 'png', INVALID],
    [
      'of SVG, which can contain scripts',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
      'svg+xml',
      INVALID,
    ],
    ['of bytes that are not an image', () => Buffer.from('hello'), 'png', INVALID],
    [
      'of HEIF without a known brand',
      () => Buffer.from('00000010667479706d69663100000000', 'hex'),
      'heic',
      INVALID,
    ],
  ])('%s', async (_what, make, type, message) => {
    const name = `${ada.userId}/odd-${crypto.randomUUID()}`;
    await papers().upload(name, make(), { contentType: `image/${type}` });
    const answer = await callStorage(
      server,
      `/render/image/authenticated/papers/${name}?width=10`,
      {
        token: ada.session.access_token,
      },
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { statusCode: '400', error: 'InvalidRequest', code: 'InvalidRequest', message },
    });
  });
});

describe('The visible part of a cropped image', () => {
  // Red above blue.
  async function makeHalves(): Promise<Buffer> {
    const half = { width: 20, height: 20, channels: 3 } as const;
    const blue = await sharp({ create: { ...half, background: '#00f' } })
      .png()
      .toBuffer();
    return sharp({ create: { ...half, height: 40, background: '#f00' } })
      .composite([{ input: blue, left: 0, top: 20 }])
      .png()
      .toBuffer();
  }

  test.each([
    ['gravity=no', 'gravity:no', [255, 0, 0]],
    ['gravity=so', 'gravity:so', [0, 0, 255]],
    ['gravity=fp&x_offset=0&y_offset=1', 'gravity:fp:0:1', [0, 0, 255]],
    ['gravity=no&y_offset=20', 'gravity:no:0:20', [0, 0, 255]],
  ])('is selected by %s', async (query, described, colour) => {
    const name = `${ada.userId}/halves-${crypto.randomUUID()}.png`;
    await pictures().upload(name, await makeHalves(), { contentType: 'image/png' });
    const size = 'width=20&height=20&resize=cover';
    const answer = await fetch(
      `${server.url}/storage/v1/render/image/public/pictures/${name}?${size}&${query}`,
    );
    const { data } = await sharp(await answer.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual(colour);
    expect(answer.headers.get('x-transformations')).toBe(
      `height:20,width:20,resizing_type:fill,${described}`,
    );
  });

  /** @covers 7.storage.9 */
  test('is signed with the size, and returned in the response', async () => {
    const transform = { width: 30, height: 20, quality: 60, gravity: 'so' } as object;
    const { data } = await papers().createSignedUrl(paper, 60, { transform });
    const answer = await fetch(data?.signedUrl ?? '');
    expect(answer.headers.get('x-transformations')).toBe(
      'height:20,width:30,resizing_type:fill,quality:60,gravity:so',
    );
  });

  test('is refused without both coordinates of its focal point', async () => {
    const answer = await callStorage(
      server,
      `/render/image/public/pictures/${face}?width=5&height=5&gravity=fp&x_offset=2`,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
  });
});

test('An image with a wrong checksum is rendered', async () => {
  const name = `${ada.userId}/checksum.png`;
  // One pixel, with a checksum that does not match.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+/p94AAAAASUVORK5CYII=',
    'base64',
  );
  await pictures().upload(name, png, { contentType: 'image/png' });
  const url = `${server.url}/storage/v1/render/image/public/pictures/${name}?width=1&height=1`;
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(1);
});
