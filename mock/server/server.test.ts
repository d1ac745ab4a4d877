import http, { type Server } from 'node:http';
import { createLog } from '../observe/log';
import { setUp } from '../testing/set-up';
import { sendRaw } from '../testing/socket';
import { serve } from './app';
import { listen } from './server';

test('a request at which a part of the mock throws is logged, and its connection is closed', async () => {
  const reported: unknown[] = [];
  const silent = createLog('silent', process.stderr);
  const engine = await setUp({}, { ...silent, failed: (error) => void reported.push(error) });
  const live = { engine };
  const server = await listen(serve(live), { host: '127.0.0.1', port: 0 });
  const gone = (): never => {
    throw new Error('the document is gone');
  };
  live.engine = { ...engine, documentAt: gone };
  const received = await sendRaw(server.origin, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], { patience: 5000 });
  await server.close();
  expect(received).toEqual({ text: '', closed: true });
  expect(reported).toEqual([new Error('the document is gone')]);
});

test('connections that the system refuses are told once until another is accepted, and end nothing', async () => {
  const creating = jest.spyOn(http, 'createServer');
  const told: unknown[] = [];
  const engine = await setUp({}, { ...createLog('silent', process.stderr), failed: (error) => void told.push(error) });
  const listening = await listen(serve({ engine }), { host: '127.0.0.1', port: 0 });
  // It has returned the server once.
  const server = creating.mock.results[0]?.value as Server;
  creating.mockRestore();
  const refuse = () => server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  for (let count = 0; count < 3; count += 1) refuse();
  expect((await fetch(listening.origin)).status).toBe(200);
  refuse();
  await listening.close();
  expect(told).toEqual(['Connections are refused: accept EMFILE.', 'Connections are refused: accept EMFILE.']);
});
