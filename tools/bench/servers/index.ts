import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../openapi/contract';
import type { Answer } from '../ask';
import type { Sent } from '../model';
import type { Processes } from '../processes';
import type { AskedByRequest } from '../programs/round-trips';
import type { RecordedTrips } from '../recorded-trips';
import { expectSuccess, startServer } from '../server';
import type { Subject } from '../subject';
import { express } from './express';
import type { ServerKind } from './kind';
import { mock } from './mock';
import { node } from './node';
import { prism, silentPrism } from './prism';

/**
 * All servers, in the order of their turns. Bare Node and Express send replies taken from the mock's.
 *
 * To add one: a file beside this one that says what it does and what it leaves out, a name in `ServerId`, a line here.
 */
export async function servers(subject: Subject, processes: Processes): Promise<readonly ServerKind[]> {
  const { contract, resource } = subject;
  const ours = mock(contract);
  const replies = await repliesOfMock(subject, processes);
  const listed = parseJson(replies[0]?.answer.body ?? '') as Readonly<Record<string, unknown[]>> | unknown[];
  const page = Array.isArray(listed) ? listed : listed[resource.shown.list?.[0] ?? ''];
  return [
    ours,
    node(replies, ours.prefix, processes.folder),
    express(subject, page?.length ?? 0, processes.folder),
    prism(contract),
    silentPrism(contract),
  ];
}

/** What sends the mock's replies, and does no more. */
export const bareNode = async (subject: Subject, processes: Processes): Promise<ServerKind> =>
  node(await repliesOfMock(subject, processes), subject.contract.prefix, processes.folder);

/** Bare Node that asks a Redis before each reply what the mock asks there. */
export function roundTrips(
  bare: ServerKind,
  url: string,
  recorded: RecordedTrips,
  file: string,
): Pick<ServerKind, 'args'> {
  const asked: AskedByRequest = Object.fromEntries(
    [...recorded].map(([{ method, path }, trips]) => [`${method} ${bare.prefix}${path}`, trips]),
  );
  writeFileSync(file, JSON.stringify(asked));
  return {
    args: (port) => {
      const [, ...given] = bare.args(port);
      return [join(__dirname, '../programs/round-trips.js'), ...given, url, file];
    },
  };
}

async function repliesOfMock(subject: Subject, processes: Processes): Promise<readonly Replied[]> {
  const { args, prefix } = mock(subject.contract);
  const running = await startServer(processes, args, prefix, firstRequest(subject));
  const replies: Replied[] = [];
  for (const { request } of subject.scenarios)
    replies.push({ request, answer: await expectSuccess(running.baseUrl, request) });
  await running.end();
  return replies;
}

interface Replied {
  readonly request: Sent;
  readonly answer: Answer;
}

/** The first request to each server. */
export const firstRequest = ({ scenarios }: Subject): Sent => scenarios[0].request;
