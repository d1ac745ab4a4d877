/**
 * Clients as they are written, each a program for Node that ends with the status 1 where it breaks. The address of the mock and
 * the key are in variables.
 */

const ASKING = `
const asking = (base, best) => (target, { key = best, ...init } = {}) =>
  fetch(base + target, { ...init, headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' } });
`;

/** Relies on what it has seen one server do. */
export const CARELESS = `${ASKING}
const { ANIMAL_STORE_BASE_URL: base, ANIMAL_STORE_API_KEY: best, ANIMAL_STORE_API_KEYS: all } = process.env;
const ask = asking(base, best);
(async () => {
  const list = await (await ask('/pets?limit=2')).json();
  if (list[0].id !== 1 || list[1].id !== 2) throw new Error('the first one is not the oldest');
  if (list[0].status.length === 0) throw new Error('no status');
  for (const name of Object.keys(list[0]))
    if (!['id', 'name', 'categoryId', 'status'].includes(name)) throw new Error('there is no column for ' + name);
  const made = await (await ask('/pets', { method: 'POST', body: '{"name":"Rex","categoryId":1}' })).json();
  if ((await ask('/pets/' + made.id)).status !== 200) throw new Error('it is gone: ' + made.id);
  const { free } = JSON.parse(all);
  for (;;) {
    const reply = await ask('/pets?limit=1', { key: free });
    if (reply.status !== 429) continue;
    if (!(Number(reply.headers.get('retry-after')) > 0)) throw new Error('when to come again?');
    return;
  }
})().catch((error) => { console.error(error.message); process.exitCode = 1; });
`;

/**
 * Relies on the description alone. It does the same in many sessions, whose keys by their seeds stand in the variable SESSIONS,
 * and prints what went wrong under which seed.
 */
export const CAREFUL = `${ASKING}
async function work({ business, free }) {
  const ask = asking(process.env.ANIMAL_STORE_BASE_URL, business);
  const list = await (await ask('/pets?limit=100')).json();
  const shown = list.map(({ id, name, status = 'unknown' }) => [String(id), name, status]);
  if (shown.length === 0 || shown.some((row) => row.some((cell) => typeof cell !== 'string'))) throw new Error('a bad row');
  const text = await (await ask('/pets', { method: 'POST', body: '{"name":"Rex","categoryId":1}' })).text();
  // A number beyond 2^53 keeps its digits as a text.
  const [, id] = /"id"\\s*:\\s*(\\d+)/.exec(text);
  const found = await ask('/pets/' + id);
  if (found.status !== 200 || (await found.json()).name !== 'Rex') throw new Error('it is gone: ' + id);
  const missing = await ask('/pets/999999999999');
  const { code, message, status } = await missing.json();
  if (missing.status !== 404 || status !== 404 || !code || !message) throw new Error('no error for people: ' + message);
  for (let nth = 0; ; nth += 1) {
    const reply = await ask('/pets?limit=1', { key: free });
    await reply.text();
    if (reply.status !== 429 && nth < 10) continue;
    const after = reply.headers.get('retry-after');
    const ms = /^\\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
    if (!(ms > -2000 && ms <= 61_000)) throw new Error('when to come again? ' + after);
    return;
  }
}
(async () => {
  const sessions = Object.entries(JSON.parse(process.env.SESSIONS));
  const worker = async () => {
    for (let next = sessions.pop(); next !== undefined; next = sessions.pop())
      await work(next[1]).catch((error) => console.log('seed ' + next[0] + ': ' + error.message));
  };
  await Promise.all(Array.from({ length: 50 }, worker));
})();
`;
