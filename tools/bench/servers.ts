import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Contract, parseJson, stringifyJson } from '../../openapi/contract';
import type { Sent, ServerId } from './model';
import { type Answer, ask, type Processes, type Startable, startServer } from './processes';
import type { CannedReply } from './programs/bare';
import type { HandWritten } from './programs/express';
import type { RecordedTrips } from './recorded-trips';
import type { Subject } from './subject';

/** A server that takes part. */
export interface ServerKind extends Startable {
  readonly id: ServerId;
  /** How often it takes a turn: 1 in every round, 2 in every second one. */
  readonly every: number;
}

/**
 * All servers that are measured side by side, in the order of their turns.
 *
 * To add one: a function below that says what it does and what it leaves out, a name in `SERVER_TITLES`, a line here.
 */
export const sideBySide = (
  subject: Subject,
  replies: readonly Replied[],
  folder: string,
): readonly [ServerKind, ...ServerKind[]] => [
  mock(subject.contract),
  bareNode(subject.contract, replies, join(folder, 'replies.json')),
  express(subject, replies, join(folder, 'records.json')),
  prism(subject.contract),
  silentPrism(subject.contract),
];

/** The built commands, as users get them. */
export const MOCK = join(__dirname, '../../bin/animal-store-mock.js');
export const SUITE = join(__dirname, '../../bin/animal-store-conformance.js');
const PRISM = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');

/**
 * This mock with its default flags: it checks the key, counts the allowance, validates, stores the records and writes the
 * journal. Only the plan limits are off, since a thousand requests a minute would soon be used up.
 *
 * @param flags more of them
 */
export const mock = ({ prefix }: Contract, flags: readonly string[] = ['--plan-limits', 'off']): ServerKind => ({
  id: 'mock',
  prefix,
  every: 1,
  args: (port) => [MOCK, '--port', `${port}`, ...flags],
});

/** One of several mocks that share a Redis. */
export const replica = (contract: Contract, redis: string, storePrefix: string): ServerKind =>
  mock(contract, ['--plan-limits', 'off', '--store', redis, '--store-prefix', storePrefix]);

/** Headers that Node adds to every reply. */
const NODES_OWN = ['date', 'connection', 'keep-alive'];

/**
 * Bare `node:http` that sends the bytes and headers of the mock's replies: the upper limit for any server in Node. It reads
 * bodies to their end and does nothing else: no key, no allowance, no validation, no state, and paths are looked up whole.
 *
 * @param file that it reads its replies from
 * @param redis what it asks which Redis before each reply; undefined: nothing
 */
export function bareNode(
  { prefix }: Contract,
  replies: readonly Replied[],
  file: string,
  redis?: { readonly url: string; readonly trips: RecordedTrips },
): ServerKind {
  const canned = replies.map(({ request, answer: { status, headers, body } }): CannedReply => {
    const kept = Object.entries(headers).filter(([name]) => !NODES_OWN.includes(name));
    const asked = redis?.trips.get(request);
    return {
      ...{ method: request.method, url: prefix + request.path, status, headers: Object.fromEntries(kept), body },
      ...(asked === undefined ? {} : { asked }),
    };
  });
  writeFileSync(file, JSON.stringify(canned));
  const program = join(__dirname, 'programs/bare.js');
  return {
    id: 'node',
    prefix,
    every: 1,
    args: (port) => [program, `${port}`, file, ...(redis === undefined ? [] : [redis.url])],
  };
}

/**
 * Bare Express 5, as a team would write a mock by hand: an array of the same records, a route for each operation,
 * `express.json()` and `res.json()`, with default settings (so with an ETag, which the mock does not send). It checks no
 * key, counts no allowance, validates nothing, filters nothing and sends none of the contract's headers.
 */
function express(
  { contract: { prefix }, resource, idProperty, records }: Subject,
  [list]: readonly Replied[],
  file: string,
): ServerKind {
  const listed = parseJson(list?.answer.body ?? '') as Readonly<Record<string, unknown[]>> | unknown[];
  const page = Array.isArray(listed) ? listed : listed[resource.shown.list?.[0] ?? ''];
  const given: HandWritten = {
    collection: prefix + resource.collectionPath,
    idProperty,
    pageSize: page?.length ?? 0,
    records,
  };
  writeFileSync(file, stringifyJson(given));
  const program = join(__dirname, 'programs/express.js');
  return { id: 'express', prefix, every: 1, args: (port) => [program, `${port}`, file] };
}

/**
 * Prism's `mock` on the same document, with its default flags. It requires a credential but accepts any, validates, and
 * answers with the document's first example, so its list is shorter than the others'. It has no state and no allowances.
 */
const prism = ({ source }: Contract): ServerKind => ({
  id: 'prism',
  // It ignores the prefix of the document's servers.
  prefix: '',
  // It is so much slower that its figure needs less precision.
  every: 2,
  args: (port) => [PRISM, 'mock', '--host', '127.0.0.1', '--port', `${port}`, source.name],
});

/**
 * By default Prism logs each request, and what is wrong with the rate limit headers that it makes up itself, which takes
 * two thirds of its time. It is silenced so that the mock does not win by that alone.
 */
const silentPrism = (contract: Contract): ServerKind => ({
  ...prism(contract),
  id: 'silent-prism',
  args: (port) => [...prism(contract).args(port), '--verboseLevel', 'silent'],
});

/** The proxy of the suite in front of a server. */
export const proxy = (target: string, { prefix }: Contract): ServerKind => ({
  id: 'proxy',
  prefix,
  every: 1,
  args: (port) => [SUITE, 'proxy', '--config', 'none', '--target', target, '--port', `${port}`, '--quiet'],
});

export interface Replied {
  readonly request: Sent;
  readonly answer: Answer;
}

/** What the mock answers to each scenario, in their order. */
export async function repliesOfMock(subject: Subject, processes: Processes): Promise<readonly Replied[]> {
  const running = await startServer(processes, mock(subject.contract), subject.first);
  const replies: Replied[] = [];
  for (const { request } of subject.scenarios) replies.push({ request, answer: await ask(running.baseUrl, request) });
  await running.end();
  return replies;
}
