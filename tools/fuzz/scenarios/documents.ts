import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../../../openapi/contract';
import { endWithThisProcess } from '../../bench/child-process';
import { openConnection } from '../http/connection';
import { attemptOf, withJson } from '../http/request';
import { COMMAND } from '../target/mock';
import { besideAnother, type Complaints, endGently, type Scenario } from './scenario';

const HEAD = 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\n';
const withSchema = (schema: string): string => `${HEAD}paths:
  /a:
    get:
      responses:
        "200": { description: a, content: { application/json: { schema: ${schema} } } }
`;

/** Documents that ask for more than any document may, by what they do. */
const documents = (): Readonly<Record<string, string>> => ({
  'aliases of aliases': aliases(9, 12),
  'a file outside of its folder': withSchema('{ $ref: "../../../../../../../../etc/passwd" }'),
  'a host that does not answer': withSchema('{ $ref: "http://127.0.0.1:9/schema.json" }'),
  'schemas nested 20,000 deep': withSchema(`${'{ type: array, items: '.repeat(20_000)}{}${' }'.repeat(20_000)}`),
  'no end of a text': `${HEAD}paths: "${'a'.repeat(1000)}`,
  'no document': '\0'.repeat(1000),
  'a reference to itself': withSchema('{ $ref: "#/paths/~1a/get/responses/200/content/application~1json/schema" }'),
});

/** So many aliases each of so many aliases, again and again. */
function aliases(width: number, height: number): string {
  const layer = (_: unknown, at: number): string =>
    `x-a${at + 1}: &a${at + 1} [${Array.from({ length: width }, () => `*a${at}`).join(', ')}]`;
  return `${HEAD}paths: {}\nx-a: &a0 [a, a]\n${Array.from({ length: height }, layer).join('\n')}\n`;
}

/** Each is refused: in a line, with status 2, and soon. Without `--strict`, some are served, but for their fault. */
const hostileDocuments: Scenario = {
  name: 'hostile-documents',
  title: 'documents that are bombs, or lead elsewhere',
  async run({ folder }) {
    const complaints: string[] = [];
    const file = join(folder, 'hostile.yaml');
    for (const [what, text] of Object.entries(documents())) {
      writeFileSync(file, text);
      complaints.push(...(await unlessRefused(file)).map((complaint) => `${what}: ${complaint}`));
    }
    return complaints;
  },
};

/** It has to end by itself; this is for a machine that is busy. */
const PATIENCE_MS = 20_000;
const MOST_SAID = 2000;

async function unlessRefused(file: string): Promise<Complaints> {
  const args = ['--max-old-space-size=1024', COMMAND, '--port', '0', '--strict', '--document', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  endWithThisProcess(child);
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(0, MOST_SAID);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  if (code === null) return [`it had not ended after ${PATIENCE_MS / 1000} s`];
  const lines = said.trim().split('\n').length;
  return code === 2 && lines === 1 ? [] : [`it ended with ${code}, and ${lines} lines: ${said.slice(0, 200)}`];
}

/** Patterns for which an engine that goes back takes twice as long with each letter. */
const PATTERNS = ['^(\\\\w+\\\\s?)+$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(?=(a+)+$)b'];
const TEXTS = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'x'.repeat(5000), 'a'.repeat(40_000), `${'a'.repeat(30)}!`];

const withPattern = (pattern: string): string => `${HEAD}paths:
  /things:
    get:
      responses:
        "200": { description: a, content: { application/json: { schema: { type: array, items: { type: object } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses: { "201": { description: a }, "400": { description: a } }
components:
  schemas:
    Thing: { type: object, required: [word], properties: { word: { type: string, pattern: "${pattern}" } } }
`;

/** Texts that are judged by patterns which some engines take for ever with. */
const hostilePatterns: Scenario = {
  name: 'hostile-patterns',
  title: 'patterns of a document that go back and forth',
  async run(stage) {
    const complaints: string[] = [];
    const file = join(stage.folder, 'patterns.yaml');
    for (const pattern of PATTERNS) {
      writeFileSync(file, withPattern(pattern));
      const contract = await loadContract(file);
      const mock = await stage.start(['--document', file]);
      const connection = openConnection(mock);
      const found = await besideAnother({ ...stage, contract }, mock, async () => {
        for (const word of TEXTS) {
          const request = { method: 'POST', target: '/things', headers: [] };
          await connection.send(attemptOf(withJson(request, JSON.stringify({ word }))));
        }
      });
      connection.close();
      complaints.push(...[...found, ...(await endGently(stage, mock))].map((what) => `${pattern}: ${what}`));
    }
    return complaints;
  },
};

export const DOCUMENTS: readonly Scenario[] = [hostileDocuments, hostilePatterns];
