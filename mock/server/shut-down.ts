import type { Server } from 'node:http';
import { clearTimeout, setInterval, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import type { Connections } from './connections';
import type { Turns } from './turns';

/** How long connections are accepted that clients have opened before. */
const ACCEPT_MS = 150;
/** How many turns of the event loop without a new connection show that none is left to accept. */
const QUIET_TURNS = 2;
/** How long idle connections stay open for requests that are already on the wire. */
const GRACE_MS = 100;
/** How long requests are begun that have been read before, behind others on their connection. */
const PIPELINED_MS = 400;
/** How long requests in flight may take, and clients to read the last replies. */
const IN_FLIGHT_MS = 850;
const SWEEP_MS = 20;

/**
 * Closes a server and its connections: what has been read is answered, and nothing that is read later begins. It resolves
 * within a second, whatever clients do.
 */
export async function shutDown(server: Server, connections: Connections, turns: Turns<unknown>): Promise<void> {
  // Node's `close` would close every idle connection at once, even one whose request is already on the wire.
  server.closeIdleConnections = () => {};
  const deadline = setTimeout(() => closeAll(connections), IN_FLIGHT_MS);
  const patience = setTimeout(() => connections.endWaiting(), PIPELINED_MS);
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    sweep = setInterval(() => closeIdle(connections), SWEEP_MS);
  }, GRACE_MS);
  connections.beginShutdown();
  // Node accepts one connection in a turn of the event loop, so that turns have to be short.
  turns.pause();
  await acceptAll(connections);
  turns.resume();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const timer of [deadline, patience, grace, sweep]) clearTimeout(timer);
}

/** What the system has accepted and Node has not would be reset as the server stops listening. */
async function acceptAll(connections: Connections): Promise<void> {
  const end = performance.now() + ACCEPT_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; quiet += 1) {
    const { accepted } = connections;
    await setImmediate();
    if (connections.accepted > accepted) quiet = -1;
  }
}

/** Not before all that has arrived is read: a busy connection must not look idle. */
function closeIdle(connections: Connections): void {
  void setImmediate().then(() => connections.closeIdle());
}

/** After a long turn of the event loop replies may have arrived that a client in this process has not read. */
function closeAll(connections: Connections): void {
  void setImmediate().then(() => connections.closeAll());
}
