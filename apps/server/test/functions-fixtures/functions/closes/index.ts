Deno.serve((request) => {
  if (request.method === 'POST') self.close();
  return new Response('well');
});
