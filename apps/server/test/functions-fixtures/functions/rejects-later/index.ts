Deno.serve((request) => {
  if (request.method === 'GET') return new Response('well');
  setTimeout(() => Promise.reject(new Error('nobody catches this')), 10);
  return new Promise(() => {});
});
