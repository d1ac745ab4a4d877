/** Bare `node:http`: `node node.js <port> <file of replies>`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

export interface CannedReply {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

const [port, file = ''] = process.argv.slice(2);
const replies = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as CannedReply[]).map(({ method, url, status, headers, body }) => [
    `${method} ${url}`,
    { status, headers: [...headers], body },
  ]),
);

// The same as the mock's, which appears in a header.
createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const reply = replies.get(`${request.method} ${request.url}`);
  if (reply === undefined) {
    response.writeHead(404).end();
    return;
  }
  const answer = (): void => {
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  if (request.method === 'GET') {
    answer();
  } else {
    request.resume();
    request.once('end', answer);
  }
}).listen(Number(port), '127.0.0.1');
