import { createHash, hash } from 'node:crypto';
import { stringifyJson } from '../../openapi/contract';
import { version } from '../../openapi/program/version';
import { type Chosen, orNothing } from '../../openapi/silences/chosen';
import type { Fixtures } from '../resources/fixtures';
import { digestText, type Terms } from '../world/redis/terms';
import type { Inputs } from './inputs';
import { OPTIONS, type Options } from './options';

/** What all replicas that share a store must be started with alike. */
export const sharedTerms = (options: Options, { contract, fixtures, keys, examples, chosen }: Inputs): Terms => ({
  contract: contract.sha256,
  title: `${contract.title} ${contract.version}`.trim(),
  version: version(),
  options: {
    [flagOf('keys')]: digestOfKeys(keys),
    [flagOf('fixtures')]: examples === undefined ? digestOf(fixtures) : 'examples',
    ...Object.fromEntries(ALIKE.map((name) => [flagOf(name), shown(options[name])])),
    ...termsOfChoices(orNothing(chosen, contract.silences)),
  },
});

/**
 * The options that decide on what a world holds and allows, which it does at every replica alike. All others are a process's
 * own: where it listens and who may use it, what it logs and checks, what its own memory holds.
 */
const ALIKE = [
  ...(['planLimits', 'banAfter', 'banSeconds', 'keepRemoved', 'seed'] as const),
  ...(['maxRecords', 'maxSessions', 'journal', 'journalMemory'] as const),
];

const flagOf = (name: 'keys' | 'fixtures' | (typeof ALIKE)[number]): string => OPTIONS[name].flag.split(' ')[0] ?? '';

const shown = (value: number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);

/** Whatever they were written as, in a file or flag by flag. */
const termsOfChoices = (chosen: Chosen | undefined): Terms['options'] => ({
  '--choices or --choice': digestText(hash('sha256', stringifyJson(Object.entries(chosen?.options ?? {}).toSorted()))),
  '--vary': String(chosen?.vary ?? 'none'),
  '--except': [...(chosen?.except ?? [])].toSorted().join(' ') || 'none',
});

/** Whoever reads it learns of the values no more than of the digests that are stored of each. */
const digestOfKeys = (keys: Inputs['keys']): string =>
  digestText(
    hash('sha256', stringifyJson(keys.map(({ value, key }) => [hash('sha256', value), { ...key, demoValue: '' }]))),
  );

function digestOf(fixtures: Fixtures): string {
  const sum = createHash('sha256');
  for (const [name, records] of fixtures) {
    sum.update(stringifyJson(name));
    for (const record of records.values()) sum.update(stringifyJson(record));
  }
  return digestText(sum.digest('hex'));
}
