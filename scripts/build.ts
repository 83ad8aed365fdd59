/** `npm run build`: builds the web application, with compressed copies of its files. */
import { buildWebIfStale } from './build-web.ts';

await buildWebIfStale();
