import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../target/command';
import { guard } from '../target/guard';
import type { Scenario } from './model';

const HEAD = 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\n';
const one = (schema: string): string =>
  `${HEAD}paths: { /a: { get: { responses: { "200": { description: a, content: { application/json: { schema: ${schema} } } } } } } }\n`;

/** Documents that ask for more than any document may, by what they do. */
const documents = (): Readonly<Record<string, string>> => ({
  'aliases of aliases': bomb(9, 12),
  'a file outside of its folder': one('{ $ref: "../../../../../../../../etc/passwd" }'),
  'a host that does not answer': one('{ $ref: "http://127.0.0.1:9/schema.json" }'),
  'schemas nested 20,000 deep': one(`${'{ type: array, items: '.repeat(20_000)}{}${' }'.repeat(20_000)}`),
  'no end of a text': `${HEAD}paths: "${'a'.repeat(1000)}`,
  'no document': '\0'.repeat(1000),
  'a reference to itself': one('{ $ref: "#/paths/~1a/get/responses/200/content/application~1json/schema" }'),
});

/** So many aliases each of so many aliases, again and again. */
function bomb(width: number, height: number): string {
  const layer = (_: unknown, at: number): string =>
    `x-a${at + 1}: &a${at + 1} [${Array.from({ length: width }, () => `*a${at}`).join(', ')}]`;
  return `${HEAD}paths: {}\nx-a: &a0 [a, a]\n${Array.from({ length: height }, layer).join('\n')}\n`;
}

/** It has to end by itself; this is for a machine that is busy. */
const PATIENCE_MS = 20_000;
const MOST_SAID = 2000;

/** Each is refused: in a line, with status 2, and soon. */
export const hostileDocuments: Scenario = {
  name: 'hostile-documents',
  title: 'documents that are bombs, or lead elsewhere',
  async run({ folder }) {
    const complaints: string[] = [];
    for (const [what, text] of Object.entries(documents())) {
      const file = join(folder, 'hostile.yaml');
      writeFileSync(file, text);
      complaints.push(...(await refused(what, file)));
    }
    return complaints;
  },
};

async function refused(what: string, file: string): Promise<readonly string[]> {
  const args = ['--max-old-space-size=1024', COMMAND, '--port', '0', '--document', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  guard(child);
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(0, MOST_SAID);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  if (code === null) return [`${what}: it had not ended after ${PATIENCE_MS / 1000} s`];
  const lines = said.trim().split('\n').length;
  return code === 2 && lines === 1
    ? []
    : [`${what}: it ended with ${String(code)}, and ${lines} lines: ${said.slice(0, 200)}`];
}
