/**
 * Bare `node:http` that makes round trips to Redis before each reply, one after the other:
 * `node round-trips.js <port> <file of replies> <URL of Redis> <JSON: how many, by method>`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient } from '@redis/client';
import type { CannedReply } from './node';

const [port, file = '', url = '', trips = ''] = process.argv.slice(2);
const replies = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as CannedReply[]).map((reply) => [
    `${reply.method} ${reply.url}`,
    { ...reply, headers: [...reply.headers] },
  ]),
);

const tripsOf = JSON.parse(trips) as Readonly<Record<string, number>>;

async function serve(): Promise<void> {
  // As the mock has it: without a signal for each command.
  const client = await createClient({ url, commandOptions: { timeout: 0 } }).connect();
  createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const reply = replies.get(`${request.method} ${request.url}`);
    if (reply === undefined) {
      response.writeHead(404).end();
      return;
    }
    const most = tripsOf[request.method ?? ''] ?? 0;
    const answer = async (): Promise<void> => {
      for (let trip = 0; trip < most; trip += 1) await client.sendCommand(['PING']);
      response.writeHead(reply.status, reply.headers).end(reply.body);
    };
    if (request.method === 'GET') {
      void answer();
    } else {
      request.resume();
      request.once('end', () => void answer());
    }
  }).listen(Number(port), '127.0.0.1');
}

void serve();
