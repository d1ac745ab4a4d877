import { readFileSync } from 'node:fs';
import { causesOf } from '../../../conformance/judge/causes';
import { writeFile } from '../../../mock/testing/edited';
import { type Contract, loadContract } from '../../../openapi/contract';
import { replying } from '../server/altering';
import type { Behaviour, Ground, Reply } from '../server/model';
import { prove } from '../server/prove';
import { show } from '../server/records';
import { LIBRARY, LIBRARY_DOCUMENT } from './ground';

/** The library by a document that lists each reply that there may be: without `default`, a 204 for a 200 breaks it. */
const text = readFileSync(LIBRARY_DOCUMENT, 'utf8').replaceAll(/^ +default: \{ \$ref: .*\n/gm, '');
const ground: Ground = { ...LIBRARY, document: writeFile('yaml', text) };
let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(ground.document);
});

const EMPTY: Partial<Reply> = { status: 204, headers: {}, body: undefined };
const empty: Behaviour = replying({}, ({ status }) => (status < 300 ? EMPTY : {}));
const down: Partial<Reply> = { status: 503, headers: { 'Content-Type': 'text/plain' }, text: 'Down for now' };
const said: Behaviour = { errorBody: ({ message }) => ({ detail: message }) };
const odd: Behaviour = {
  show: (record, asked) =>
    asked.kind === 'books' && asked.operation === 'read'
      ? { ...show(record, asked), title: 7n, authors: 'nobody', pages: 'many' }
      : show(record, asked),
};

/** How a server is broken, and what is told: for each violation its check, and the operations on which it was found. */
test.each<readonly [name: string, behaviour: Behaviour, told: readonly (readonly [check: string, most: number])[]]>([
  ['whatever succeeds is answered with 204', empty, [['reply.status', 2]]],
  ['no refusal has the body of an error', said, [['error.envelope', 12]]],
  ['whatever is to be deleted is answered with 503', replying({ operation: 'delete' }, down), [['reply.no-5xx', 3]]],
  ['three members of a book break their schemas', odd, [['reply.schema', 1]]],
  [
    'no refusal has the body of an error, and each list is a 204',
    { ...said, ...replying({ operation: 'list', status: 200 }, EMPTY) },
    [
      ['reply.status', 2],
      ['error.envelope', 12],
    ],
  ],
])('one cause is one finding, and two are two: %s', async (_, behaviour, told) => {
  const { findings } = await prove(contract, ground, { behaviour }, { maxRequests: 160, timeoutMs: 5000 });
  const violations = causesOf(findings).filter(({ finding }) => finding.outcome === 'fail');
  expect(violations.map(({ finding }) => finding.check)).toEqual(told.map(([check]) => check));
  for (const [index, [, least]] of told.entries())
    expect(violations[index]?.operations.length).toBeGreaterThanOrEqual(least);
});
