import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startProgram } from '../openapi/program/testing/child';
import { COMMAND } from './testing/command';
import { writeFile } from './testing/edited';

const SUITE = join(__dirname, '../dist/bin/animal-store-conformance.js');

/** How both commands end with a document; neither goes on beyond that. */
const endsOf = (document: string, ...flags: readonly string[]) =>
  Promise.all(
    [
      [COMMAND, '--port', '0'],
      [SUITE, '--dry-run', '--base-url', 'http://127.0.0.1:9/'],
    ].map(([script = '', ...args]) =>
      startProgram(script, [...args, '--document', document, ...flags], process.env).ended(),
    ),
  );

const both = (line: string) => [0, 1].map(() => ({ code: 2, stdout: '', stderr: `error: ${line}\n` }));

const documentOf = (more: string): string =>
  writeFile('yaml', `openapi: 3.0.3\ninfo: { title: Things, version: "1" }\npaths: {}\n${more}`);

describe('both commands end with one line, and with 2, at a document', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const asked = new Map<string, ServerResponse>();
    server = createServer(({ url = '' }, reply) => {
      asked.set(url, reply);
      if (asked.size < 2) return;
      // The reply that fails waits until the other one, which never comes to its end, is on its way.
      asked.get('/endless.yaml')?.write('# And so on');
      asked.get('/broken.yaml')?.writeHead(404).end();
      asked.clear();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // It listens on a port.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('whose aliases multiply', async () => {
    const lists = Array.from({ length: 9 }, (_, at) => `x-${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`);
    const document = documentOf(`x-0: &a0 [lol]\n${lists.join('\n')}\n`);
    const line =
      'has more than 4000000 values, with those that aliases repeat. Leave something out, or refer to it by $ref.';
    expect(await endsOf(document)).toEqual(both(`${document}: ${line}`));
  });

  test('whose reference leads out of its folder', async () => {
    const document = documentOf('components: { schemas: { Read: { $ref: /etc/passwd } } }\n');
    const line = `the reference "/etc/passwd" leads to /etc/passwd, outside the document's folder`;
    for (const { code, stderr } of await endsOf(document, '--strict')) {
      expect(code).toBe(2);
      expect(stderr).toContain(`error: ${document}#/components/schemas/Read/$ref: ${line}`);
      expect(stderr).toMatch(/Put a copy there, or allow the place: --allow-refs \/etc\n$/);
    }
  });

  test('whose reference to a URL fails while another is answered without end', async () => {
    const document = documentOf(
      `components: { schemas: { A: { $ref: "${origin}/broken.yaml" }, B: { $ref: "${origin}/endless.yaml" } } }\n`,
    );
    const line = `the reference "${origin}/broken.yaml" leads to ${origin}/broken.yaml, which can't be read: the server answered 404.`;
    for (const [script, args] of [
      [COMMAND, ['--port', '0']],
      [SUITE, ['--dry-run', '--base-url', 'http://127.0.0.1:9/']],
    ] as const) {
      const program = startProgram(
        script,
        [...args, '--strict', '--document', document, '--allow-refs', origin],
        process.env,
      );
      expect(await program.ended()).toEqual({
        code: 2,
        stdout: '',
        stderr: `error: ${document}#/components/schemas/A/$ref: ${line} Correct the reference there.\n`,
      });
    }
  });

  test('where a place that references may lead to is none', async () => {
    const [mock] = await endsOf(documentOf(''), '--allow-refs', 'https://schemas.example/parts');
    expect(mock?.stderr).toContain('Expected a folder or file, or an origin such as https://schemas.example.');
    const line =
      'is no place that references can be allowed to lead to: no such file. Name a folder or file that is there';
    const [other] = await endsOf(documentOf(''), '--allow-refs', '/none/such');
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(`error: /none/such: ${line}`) });
  });
});
