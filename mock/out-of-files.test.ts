import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startInShell } from '../openapi/program/testing/child';
import { until } from '../openapi/program/testing/until';
import { COMMAND } from './testing/command';

const PATHS = [
  ['/__admin/clock', 'application/json', /"offsetSeconds":0/],
  ['/__admin/health', 'application/json', /"ready":true/],
  ['/__admin/openapi.json', 'application/json', /^\{"openapi"/],
  ['/__admin/', 'text/html; charset=utf-8', /<!doctype html>/],
  ['/__admin/main.js', 'text/javascript; charset=utf-8', /use strict/],
  ['/docs/', 'text/html; charset=utf-8', /<!doctype html>/],
  ['/docs/main.js', 'text/javascript; charset=utf-8', /use strict/],
  ['/', 'application/json', /"ready":true/],
  ['/home/style.css', 'text/css; charset=utf-8', /:root/],
  ['/openapi.json', 'application/json', /^\{"openapi"/],
] as const;

test('where connections take all file descriptors, everything is there on those that are open, and later on others', async () => {
  const program = startInShell('ulimit -n 64; exec "$@"', COMMAND, ['--port', '0'], process.env);
  await until(() => program.written.stdout.includes('\n'));
  const { origin, port } = new URL(/https?:\S+/.exec(program.written.stdout)?.[0] ?? '');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const asking = get(origin + path, { agent });
    // The event has one argument, of this type.
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return {
      isReused: asking.reusedSocket,
      status: response.statusCode,
      type: response.headers['content-type'],
      body: await text(response),
    };
  };
  expect((await ask('/v1')).status).toBe(200);

  let refused = 0;
  const others = Array.from({ length: 80 }, () =>
    connect(Number(port), '127.0.0.1')
      .on('error', () => {})
      .on('close', () => {
        refused += 1;
      }),
  );
  await until(() => refused > 10);
  // From now on nothing can be opened at all, whatever the bound of connections has left.
  const limitTo = (count: number) =>
    execFileSync('prlimit', ['--pid', String(program.child.pid), `--nofile=${count}:`]);
  limitTo(5);
  for (const [path, type, body] of PATHS)
    expect([path, await ask(path)]).toEqual([
      path,
      { isReused: true, status: 200, type, body: expect.stringMatching(body) },
    ]);

  limitTo(64);
  for (const socket of others) socket.destroy();
  await until(async () => (await fetch(`${origin}/__admin/clock`).catch(() => undefined))?.status === 200);
  agent.destroy();
  program.child.kill();
  const { code, stderr } = await program.ended();
  expect([code, stderr]).toEqual([
    0,
    // Which of them are logged depends on how far the mock has come with them.
    expect.stringMatching(
      /^((UNREADABLE request 503|\d+ connections were refused:) [^\n]* connections are open[^\n]*\n)*$/,
    ),
  ]);
});
