import { createClient } from '@supabase/supabase-js';

Deno.serve(async (request) => {
  const client = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!, {
    global: { headers: { Authorization: request.headers.get('Authorization')! } },
  });
  const { data, error } = await client.from('profiles').select('id');
  return Response.json({ ids: data?.map(({ id }) => id), error: error?.message });
});
