import { greeting } from '../_shared/greeting.ts';

export default {
  fetch: (request: Request) =>
    new Response(`${greeting} ${request.method}`, {
      status: 201,
      headers: { 'Access-Control-Allow-Origin': 'https://shop.example', 'X-Own': 'yes' },
    }),
};
