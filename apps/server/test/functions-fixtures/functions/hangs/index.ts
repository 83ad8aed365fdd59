Deno.serve((request) => (request.method === 'GET' ? new Response('well') : new Promise(() => {})));
