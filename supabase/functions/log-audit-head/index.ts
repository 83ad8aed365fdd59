/**
 * Writes the head of the audit log into the log of the functions, which the owner of the database cannot change. A
 * scheduled job calls it each day. `npm run audit:verify -- --head <position>:<hash>` compares the chain with it.
 */
import { connectAsService } from '../_shared/backend.ts';
import { answer, onPost } from '../_shared/http.ts';

Deno.serve(
  onPost(async () => {
    const { data, error } = await connectAsService().rpc('audit_head').maybeSingle();
    if (error !== null) throw error;
    if (data !== null) console.info(`audit: head ${String(data.position)}:${data.hash}`);
    return answer({ logged: data !== null });
  }),
);
