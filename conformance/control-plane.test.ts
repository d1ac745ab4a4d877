import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../mock/testing/command';
import { CONTROL_DOCUMENT, loadContract } from '../openapi/contract';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { IS_LONG } from '../openapi/program/testing/long';
import { runCommand } from './testing/command';
import type { Cell } from './verdict/result';

/**
 * Names that the document can't know: of a key of the demo file, of an operation of the shipped contract, and of a silence; and
 * the key whose allowance may be changed, since the run makes none of its own. The state that is put in place of all has the
 * record that the run makes first: without it the next one would get the id of one that others had made.
 */
const NAMES = [
  'addFault.key=free',
  'addFault.operationId=listPets',
  'openSession.except=["ids"]',
  'putAllowance.name=free',
  'putChoices.except=["ids"]',
  'putState.records={"pets":[{"id":127,"name":"Example","categoryId":1}]}',
  'putSessionChoices.except=["ids"]',
  'putSessionAllowance.name=free',
];

test('the control plane of the built mock keeps its own document, by the judgement of the built suite', async () => {
  const mock = await startCommand([]);
  const folder = temporaryFolder();
  const flags = ['--document', CONTROL_DOCUMENT, '--base-url', new URL('/__admin', mock.baseUrl).href];
  const called = ['--include', 'reset,clearFaults,clearRequests'];
  // A thousand requests are enough for each operation to succeed and for every rule but those that look at many records.
  const more = ['--max-requests', IS_LONG ? '3000' : '1000', '--report-dir', folder, '--report', 'json'];
  const ended = await runCommand([...flags, ...called, ...more, ...NAMES.flatMap((name) => ['--example', name])]);
  const { checks } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { checks: readonly Cell[] };
  await mock.stop();

  expect(ended.stdout).toContain('PASS: 0 violations, 0 warnings, 0 inconclusive;');
  expect(ended.code).toBe(0);
  // Every operation was tried, and succeeded; but for the streams, which have no end. The names of collections are those that
  // the server itself has shown.
  const { operations } = await loadContract(CONTROL_DOCUMENT);
  const accepted = checks.filter(({ check }) => check === 'input.accepted');
  expect(accepted.map(({ operation, outcome }) => `${operation} ${outcome}`).sort()).toEqual(
    operations.map(({ id }) => `${id} ${/^stream/.test(id) ? 'skip' : 'pass'}`).sort(),
  );
}, 60_000);
