import { something } from 'https://example.com/module.ts';

Deno.serve(() => new Response(something));
