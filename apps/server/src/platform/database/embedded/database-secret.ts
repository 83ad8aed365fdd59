import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrCreateSecretFile } from '../../secret-file.ts';

/** The password of the embedded database's owner. Its file lies beside the cluster. */
export async function readDatabasePassword(
  dataDir: string,
  warn?: (message: string) => void,
): Promise<string> {
  const { password } = await readOrCreateSecretFile({
    path: join(dataDir, 'database.json'),
    schema: z.object({ password: z.string().min(1) }),
    create: () => ({ password: randomBytes(24).toString('base64url') }),
    remedy: 'Restore it from a backup: the server cannot log in to the database without it.',
    ...(warn ? { warn } : {}),
  });
  return password;
}
