/**
 * Bare `node:http` that asks Redis before each reply what the mock asks there, each command by itself, and sends a reply that
 * it has from before: `node round-trips.js <port> <file of replies> <URL of Redis> <file of what is asked>`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from '@redis/client';
import type { CannedReply } from './node';

/** What is asked for a request. */
export interface Asked {
  /** One after the other, the commands of each together. */
  readonly trips: readonly (readonly Command[])[];
  /** What the reply does not wait for. */
  readonly after: readonly Command[];
}

export type Command = readonly Argument[];
/** A text; or one that has in some places a text that came back before, the so-manieth of all. */
export type Argument = string | { readonly around: readonly string[]; readonly place: number };

/** By method and path. */
export type AskedByRequest = Readonly<Record<string, Asked>>;

const [port, file = '', url = '', askedFile = ''] = process.argv.slice(2);
const replies = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as CannedReply[]).map((reply) => [
    `${reply.method} ${reply.url}`,
    { ...reply, headers: [...reply.headers] },
  ]),
);
const askedFor = new Map(Object.entries(JSON.parse(readFileSync(askedFile, 'utf8')) as AskedByRequest));

async function serve(): Promise<void> {
  // As the mock has it: without a signal for each command.
  const client = await createClient({ url, commandOptions: { timeout: 0 } }).connect();
  const send = (command: Command, came: readonly string[]): Promise<unknown> =>
    client.sendCommand(command.map((argument) => filled(argument, came)));

  createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const which = `${request.method} ${request.url}`;
    const [reply, asked] = [replies.get(which), askedFor.get(which)];
    if (reply === undefined || asked === undefined) {
      response.writeHead(404).end();
      return;
    }
    const answer = async (): Promise<void> => {
      const came: string[] = [];
      for (const trip of asked.trips) collect(await Promise.all(trip.map((command) => send(command, came))), came);
      response.writeHead(reply.status, reply.headers).end(reply.body);
      for (const command of asked.after) send(command, came).catch(() => {});
    };
    if (request.method === 'GET') {
      void answer();
    } else {
      request.resume();
      request.once('end', () => void answer());
    }
  }).listen(Number(port), '127.0.0.1');
}

const filled = (argument: Argument, came: readonly string[]): string =>
  typeof argument === 'string' ? argument : argument.around.join(came[argument.place] ?? '');

function collect(answer: unknown, came: string[]): void {
  if (typeof answer === 'string') came.push(answer);
  else if (Array.isArray(answer)) for (const one of answer) collect(one, came);
}

void serve();
