Deno.serve(() => new Response('shared code is no function'));
