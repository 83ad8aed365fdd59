Deno.serve((request) => {
  if (request.method === 'GET') return new Response('well');
  setTimeout(() => Promise.reject(new Error('uncaught')), 10);
  return new Promise(() => {});
});
