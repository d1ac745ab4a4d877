import type { Driver } from './driver';
import { CONNECTIONS, type Turns } from './lengths';
import type { Proxied } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { startServer } from './server';
import { bareNode, firstRequest } from './servers';
import type { Subject } from './subject';
import { SUITE } from './suite';
import { takeTurns } from './turns';

/** The proxy of the suite between a client and bare `node:http`, beside the same without it. */
export async function measureProxy(
  subject: Subject,
  lengths: Turns,
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<readonly Proxied[]> {
  const { args, prefix } = await bareNode(subject, processes);
  const first = firstRequest(subject);
  const direct = await startServer(processes, args, prefix, first);
  const proxy = await startServer(
    processes,
    (port) => [SUITE, 'proxy', '--config', 'none', '--target', direct.baseUrl, '--port', `${port}`, '--quiet'],
    prefix,
    first,
  );
  const requests = subject.scenarios.filter(({ id }) => id === 'get').map(({ request }) => request);
  const measured: Proxied[] = [];
  for (const connections of [CONNECTIONS, 1]) {
    const [without = [], through = []] = await takeTurns(
      driver,
      [direct, proxy].map((running) => ({ running, requests, connections, every: 1 })),
      lengths,
      (round) => progress(`proxy, connections: ${connections}, round ${round + 1} of ${lengths.rounds}`),
    );
    measured.push({ connections, direct: without, proxied: through });
  }
  await proxy.end();
  await direct.end();
  return measured;
}
