import { readFileSync } from 'node:fs';
import { packageFile } from '../package/package-file';
import type { UnspecifiedBehaviour } from './silence';
import { unspecifiedBehaviours } from './silence';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = ({ id, question, options, varies, lawful }: UnspecifiedBehaviour): string => {
  const [own = '', ...others] = options.map((option) => `\`${option.id}\`: ${option.means}`);
  return `| ${[`\`${id}\``, question, own, others.join('<br>'), varies, lawful].map(cell).join(' | ')} |`;
};

const table = (): string =>
  [
    '| id | question | the mock | other options | differs by | lawful for any server |',
    '|---|---|---|---|---|---|',
    ...unspecifiedBehaviours().map(rowOf),
  ].join('\n');

test('SILENCES.md has the silences of silences.yaml as a table', () => {
  const page = readFileSync(packageFile('openapi/SILENCES.md'), 'utf8');
  const [, shown] = /<!-- silences.yaml -->\n\n(.*?)\n\n<!-- end of silences.yaml -->/s.exec(page) ?? [];
  // What it should be stands in the message.
  expect(shown).toBe(table());
});
