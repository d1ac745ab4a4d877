import { createHash, hash } from 'node:crypto';
import { stringifyJson } from '../../openapi/contract';
import { version } from '../../openapi/program/version';
import type { Fixtures } from '../resources/fixtures';
import type { Terms } from '../world/redis/terms';
import type { Inputs } from './inputs';
import type { Options } from './options';

/** What all replicas that share a store must be started with alike. */
export const sharedTerms = (options: Options, { contract, fixtures, keys, examples }: Inputs): Terms => ({
  contract: contract.source.sha256,
  title: `${contract.title} ${contract.version}`.trim(),
  version: version(),
  // Whoever reads it learns of the values no more than of the digests that are stored of each.
  keys: hash('sha256', stringifyJson(keys.map(({ value, key }) => [hash('sha256', value), { ...key, demoValue: '' }]))),
  fixtures: examples === undefined ? digestOf(fixtures) : 'examples',
  options: stringifyJson(optionsOf(options)),
});

/** Those that decide on what a world holds and allows. */
const optionsOf = ({ planLimits, banAfter, banSeconds, seed, journal, maxRecords, maxSessions }: Options): object => ({
  ...{ planLimits, banAfter, banSeconds, seed, journal, maxRecords, maxSessions },
});

function digestOf(fixtures: Fixtures): string {
  const sum = createHash('sha256');
  for (const [name, records] of fixtures) {
    sum.update(stringifyJson(name));
    for (const record of records.values()) sum.update(stringifyJson(record));
  }
  return sum.digest('hex');
}
