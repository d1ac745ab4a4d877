/**
 * Bare `node:http`, with replies that it has from before: `node bare.js <port> <file of replies> [<URL of Redis>]`. With a
 * Redis it asks there before each reply what the mock asks there, each command by itself.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from '@redis/client';

export interface CannedReply {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Left out without a Redis. */
  readonly asked?: Asked;
}

/** What is asked for a request. */
export interface Asked {
  /** One after the other, the commands of each together. */
  readonly trips: readonly (readonly Command[])[];
  /** What the reply does not wait for. */
  readonly after: readonly Command[];
}

export type Command = readonly Argument[];
/** A text; or one that has in some places a text that came back before: the one at this place among all of them. */
export type Argument = string | { readonly around: readonly string[]; readonly place: number };

const [port, file = '', url] = process.argv.slice(2);
const replies = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as CannedReply[]).map((reply) => [`${reply.method} ${reply.url}`, reply]),
);

async function serve(): Promise<void> {
  // As the mock has it: without a signal for each command.
  const client = url === undefined ? undefined : await createClient({ url, commandOptions: { timeout: 0 } }).connect();
  const send = async (command: Command, came: readonly string[]): Promise<unknown> =>
    client?.sendCommand(command.map((argument) => filled(argument, came)));
  const askRedis = async ({ trips, after }: Asked, answer: () => void): Promise<void> => {
    const came: string[] = [];
    for (const trip of trips) collect(await Promise.all(trip.map((command) => send(command, came))), came);
    answer();
    for (const command of after) send(command, came).catch(() => {});
  };

  // The same as the mock's, which appears in a header.
  createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const reply = replies.get(`${request.method} ${request.url}`);
    if (reply === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { status, headers, body, asked } = reply;
    const answer = (): void => {
      response.writeHead(status, headers).end(body);
    };
    const answerInTurn = asked === undefined ? answer : () => void askRedis(asked, answer);
    if (request.method === 'GET') {
      answerInTurn();
    } else {
      request.resume();
      request.once('end', answerInTurn);
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
