import { afterEach, expect, it, vi } from 'vitest';
import { pictureUrl, picturePath, pictureSource } from './picture-url.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('an uploaded picture is stored without a host and loaded from the current backend', () => {
  const address = pictureUrl('id/name.webp');
  expect(address).toBe('/storage/v1/object/public/avatars/id/name.webp');
  expect(picturePath(address)).toBe('id/name.webp');
  expect(pictureSource(address)).toBe(`${window.location.origin}${address}`);
  vi.stubEnv('VITE_SUPABASE_URL', 'https://project.supabase.co');
  expect(pictureSource(address)).toBe(`https://project.supabase.co${address}`);
});

it('a picture of another host keeps its URL and has no storage path', () => {
  const address = 'https://images.example.com/logo.png';
  expect(pictureSource(address)).toBe(address);
  expect(picturePath(address)).toBeNull();
  expect(picturePath(null)).toBeNull();
});
