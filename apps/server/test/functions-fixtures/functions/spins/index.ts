Deno.serve((request) => {
  if (request.method === 'GET') return new Response('well');
  for (;;);
});
