import http, { type Server } from 'node:http';
import { startMock } from '../index';
import { createLog } from '../observe/log';
import { setUp } from '../testing/set-up';
import { sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';
import { serve } from './app';
import { listen } from './server';

/** A mock on a port and without one, and what it reports. */
async function reporting() {
  const reported: unknown[] = [];
  const silent = createLog('silent', process.stderr);
  const live = { engine: await setUp({}, { ...silent, failed: (error) => void reported.push(error) }) };
  const served = serve(live);
  return { live, served, reported, ...(await listen(served, { host: '127.0.0.1', port: 0 })) };
}

test('a store that fails is a 500 in the envelope, over a socket and without, and is reported', async () => {
  const { live, served, reported, origin, close } = await reporting();
  const holderOf = () => Promise.reject(new Error('the keys are gone'));
  live.engine = { ...live.engine, worlds: { ...live.engine.worlds, holderOf } };
  for (const ask of [fetch, served.fetch]) {
    const reply = await ask(`${origin}/v1/pets`, { headers: { authorization: 'Bearer demo-free' } });
    const message = 'The mock failed at this request. Its log has the reason.';
    expect([reply.status, await reply.json()]).toEqual([500, { code: 'internal_error', message, status: 500 }]);
  }
  expect(reported).toEqual([new Error('the keys are gone'), new Error('the keys are gone')]);
  await close();
});

test('a request at which a part of the mock throws is logged, and its connection is closed', async () => {
  const { live, reported, origin, close } = await reporting();
  const documentAt = (): never => {
    throw new Error('the document is gone');
  };
  live.engine = { ...live.engine, documentAt };
  const received = await sendRaw(origin, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], { patience: 5000 });
  await close();
  expect(received).toEqual({ text: '', closed: true });
  expect(reported).toEqual([new Error('the document is gone')]);
});

test('connections that the system refuses are reported once until another is accepted, and end nothing', async () => {
  const creating = jest.spyOn(http, 'createServer');
  const { reported, origin, close } = await reporting();
  // It has returned the server once.
  const server = creating.mock.results[0]?.value as Server;
  creating.mockRestore();
  const refuse = () => server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  for (let count = 0; count < 3; count += 1) refuse();
  expect((await fetch(origin)).status).toBe(200);
  refuse();
  await close();
  expect(reported).toEqual(Array(2).fill('Connections are refused: accept EMFILE.'));
});

test('a program whose port is taken, or whose host is another machine, gets an error that says what to name instead', async () => {
  const { port } = new URL((await startOwn({})).baseUrl);
  await expect(startMock({ port: Number(port) })).rejects.toThrow(
    `startMock: port ${port} of 127.0.0.1 is taken; name another with the option port, or 0 for a free one.`,
  );
  await expect(startMock({ host: '192.0.2.1' })).rejects.toThrow(
    'startMock: 192.0.2.1 is no address of this machine; name another with the option host.',
  );
});
