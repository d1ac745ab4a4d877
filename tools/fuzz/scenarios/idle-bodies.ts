import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { residentMemory } from '../target/memory';
import { askLists, creation, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const CLIENTS = 150;
const BODY = 1_000_000;
/** Each has sent a body, which is done with. */
const GROWTH = 100 * 2 ** 20;

/** Clients that have sent a large body, and stay connected. */
export const idleBodies: Scenario = {
  name: 'idle-bodies',
  title: 'idle connections that have sent large bodies',
  async run(stage) {
    const request = creation(stage.contract, stage.key, BODY);
    if (request === undefined) return [];
    const mock = await stage.start(['--plan-limits', 'off', '--journal', '1']);
    const warm = await Promise.all([1, 2, 3].map(() => send(connect(mock.port, mock.host), request)));
    for (const client of warm) client.destroy();
    const before = residentMemory(mock.pid);
    const clients: Socket[] = [];
    while (clients.length < CLIENTS) clients.push(await send(connect(mock.port, mock.host), request));
    const statuses = await askLists(mock, stage, 2000);
    const grown = residentMemory(mock.pid) - before;
    for (const client of clients) client.destroy();
    const tooMuch = grown > GROWTH ? [`${CLIENTS} idle connections took ${Math.round(grown / 2 ** 20)} MiB`] : [];
    return [...tooMuch, ...unlessServed('meanwhile', statuses), ...(await endGently(stage, mock))];
  },
};

/** Resolves once the reply has begun, or the connection has ended. */
async function send(socket: Socket, request: Buffer): Promise<Socket> {
  socket.on('error', () => {});
  const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.write(request);
  await answered;
  return socket;
}
