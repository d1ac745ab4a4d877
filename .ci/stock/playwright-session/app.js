/** The program under test: a page that lists animals, and a server that says what it was sent. */
import { createServer } from 'node:http';

const page = `<!doctype html>
<html lang="en"><title>Shop</title><ul></ul><output></output>
<script type="module">
  const api = new URLSearchParams(location.search).get('api') ?? 'https://api.example.test/v1';
  const say = (text) => document.querySelector('output').textContent = text;
  try {
    const reply = await fetch(api + '/pets', { headers: { authorization: 'Bearer key-of-the-app' } });
    const pets = reply.ok ? await reply.json() : [];
    document.querySelector('ul').replaceChildren(...pets.map(({ name }) => {
      const item = document.createElement('li');
      item.textContent = name;
      return item;
    }));
    say(reply.ok ? 'Open' : reply.status === 429 ? 'Too many' : 'Back soon');
  } catch {
    say('Unreachable');
  }
</script></html>`;

createServer((request, response) => {
  const isPage = new URL(request.url, 'http://localhost').pathname === '/';
  response.setHeader('Content-Type', isPage ? 'text/html' : 'application/json');
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.end(isPage ? page : JSON.stringify(request.headers));
}).listen(Number(process.env.APP_PORT));
