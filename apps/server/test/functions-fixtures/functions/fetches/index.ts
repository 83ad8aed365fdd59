Deno.serve(async () => {
  const url = `${Deno.env.get('SUPABASE_URL')}/auth/v1/health`;
  const answer = await fetch(url, { headers: { apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '' } });
  return new Response(String(answer.status));
});
