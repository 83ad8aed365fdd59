import type { Hono, MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { CallerResolver } from '../../../platform/identity/caller.ts';
import type { ImageRenderer } from '../render/render-image.ts';
import type { ResumableUploads } from '../resumable/resumable-uploads.ts';
import type { UrlSigner } from '../signed-urls.ts';
import type { StorageContext } from '../storage-context.ts';

/** What routes hang on and answer with. */
export interface StorageApp {
  readonly app: Hono<ServiceEnv>;
  readonly context: StorageContext;
  readonly callers: CallerResolver;
  readonly urls: UrlSigner;
  readonly images: ImageRenderer;
  readonly resumable: ResumableUploads;
  /** For routes that read their body whole. */
  readonly limitBody: MiddlewareHandler;
}
