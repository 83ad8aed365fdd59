Deno.serve((request) => {
  const name = new URL(request.url).searchParams.get('name') ?? '';
  return new Response(Deno.env.get(name) ?? 'none');
});
