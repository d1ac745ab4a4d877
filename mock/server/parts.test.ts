import { createLog } from '../observe/log';
import { setUp } from '../testing/set-up';
import { type Served, serve } from './app';
import { listen } from './server';

/** A mock whose keys can't be looked up, and what it reports of that. */
async function broken(): Promise<{ served: Served; reported: unknown[] }> {
  const reported: unknown[] = [];
  const silent = createLog('silent', process.stderr);
  const engine = await setUp({}, { ...silent, failed: (error) => void reported.push(error) });
  const holderOf = () => Promise.reject(new Error('the keys are gone'));
  return { served: serve({ engine: { ...engine, worlds: { ...engine.worlds, holderOf } } }), reported };
}

const ASKED = { headers: { authorization: 'Bearer demo-free' } };
const INTERNAL = {
  code: 'internal_error',
  message: 'The mock failed at this request. Its log has the reason.',
  status: 500,
};

describe('a store that fails', () => {
  it('is a 500 in the envelope without a socket, and reported', async () => {
    const { served, reported } = await broken();
    const response = await served.fetch('/v1/pets', ASKED);
    expect([response.status, await response.json()]).toEqual([500, INTERNAL]);
    expect(reported).toEqual([new Error('the keys are gone')]);
  });

  it('is the same over a socket', async () => {
    const { served, reported } = await broken();
    const { origin, close } = await listen(served, { host: '127.0.0.1', port: 0 });
    const response = await fetch(`${origin}/v1/pets`, ASKED);
    expect([response.status, await response.json()]).toEqual([500, INTERNAL]);
    expect(reported).toEqual([new Error('the keys are gone')]);
    await close();
  });
});
