Deno.serve((request) => {
  const kept: number[][] = [];
  while (request.method === 'POST') kept.push(new Array(100_000).fill(Math.random()));
  return new Response('well');
});
