/** The shop: it knows its API alone. Below stands what a demo adds to that, the mock in the page and its situations. */
import { startMock } from '../../dist/lib/browser.mjs';

const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
const at = (id) => document.querySelector(`#${id}`);

async function show(baseUrl) {
  const reply = await fetch(`${baseUrl}/pets?limit=100`, { headers });
  if (!reply.ok) {
    const seconds = reply.headers.get('retry-after');
    at('state').textContent = reply.status === 429 ? `Too many requests: back in ${seconds} s` : 'Back soon';
    return;
  }
  const animals = await reply.json();
  const newest = animals.toSorted((one, other) => other.id - one.id).slice(0, 10);
  at('animals').replaceChildren(
    ...newest.map(({ id, name }) => Object.assign(document.createElement('li'), { textContent: `${name} (${id})` })),
  );
  at('state').textContent = `Open: ${animals.length} animals, the newest first`;
}

const mock = await startMock({ origin: 'https://api.example', state: 'demo', fixtures: 20 });

const SITUATIONS = {
  down: () => mock.faults.add({ status: 503, times: 1 }),
  limited: () => mock.allowances.set('free', { left: { minute: 0 } }),
  minute: () => mock.clock.advance(60),
  reset: () => mock.reset(),
  console: () => mock.openConsole(),
};

async function happen(situation) {
  if (situation === undefined) return;
  await situation();
  await show(mock.baseUrl);
}

async function add(form) {
  const name = new FormData(form).get('name');
  await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) });
  form.reset();
  await show(mock.baseUrl);
}

at('situations').addEventListener('click', ({ target }) => void happen(SITUATIONS[target.dataset.situation]));
at('add').addEventListener('submit', (event) => {
  event.preventDefault();
  void add(event.target);
});
await show(mock.baseUrl);
