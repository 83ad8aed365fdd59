import { fileURLToPath } from 'node:url';

/** The `supabase` folder of the project that tests serve. */
export const SUPABASE_DIR = fileURLToPath(new URL('../../../../supabase', import.meta.url));
