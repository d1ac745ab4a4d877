import { createHash, hash } from 'node:crypto';
import { type Chosen, orNothing } from '../../openapi/behaviours/chosen';
import { type Contract, stringifyJson } from '../../openapi/contract';
import { version } from '../../openapi/package/package-file';
import { type Access, knownTo } from '../control/access';
import { createStoredEntry } from '../observe/recorded';
import { createSecrets } from '../observe/secrets';
import type { Fixtures } from '../resources/fixtures';
import { realTime } from '../world/memory/clock';
import { memoryStores } from '../world/memory/stores';
import { digestText, type Terms } from '../world/redis/terms';
import type { KnownValues } from '../world/stores/keys';
import { OWN_MEMORY, type StoreInUse } from '../world/stores/store';
import type { Stores } from '../world/stores/stores';
import { storeBoundsOf } from './bounds';
import type { Inputs } from './inputs';
import { OPTIONS, type Options } from './options';

interface OpenStores {
  readonly stores: Stores;
  readonly store: StoreInUse;
  /** To be called once the start has succeeded: other replicas are compared with what was before until then. */
  settle(): Promise<void>;
  /** Calls back each time that the store has lost everything: the API keys have to be stored again. */
  onEmptied(hear: () => void): void;
}

/**
 * The stores that the options ask for.
 *
 * To add an implementation:
 * 1. A folder beside `mock/world/memory/` and `mock/world/redis/` that makes the `Stores` of
 *    `mock/world/stores/stores.ts`. Each step of a store is indivisible; its arithmetic is in `mock/world/rules/`; it
 *    throws `StoreUnavailable` where it can't be taken.
 * 2. A test for each store that runs its behaviour suite (`mock/world/stores/*.behaviour.ts`), as those of the two
 *    do.
 * 3. If other processes may change a world: `admit` (`mock/world/stores/admission.ts`) throws `Outdated` where what
 *    this process knows is old.
 * 4. An option, and a line here, which loads the implementation only then.
 *
 * @param notice called with a sentence about what is missing in a journal, and what was stored by mocks with other
 *   options
 * @throws StoreUnavailable where a Redis does not answer
 * @throws UsageError where it has what a mock of another contract or version has stored, or others run that were
 *   started otherwise
 * @throws StoreFull where there is no room for the fixtures
 */
export async function storesFor(
  options: Options,
  inputs: Inputs,
  access: Access,
  notice: (text: string) => void,
): Promise<OpenStores> {
  const bounds = storeBoundsOf(options);
  const { store: url, storePrefix: prefix, storeReset: reset } = options;
  if (url === undefined)
    return { stores: memoryStores(realTime, bounds), store: OWN_MEMORY, async settle() {}, onEmptied() {} };
  // Loaded where it is asked for, since few runs need it. The cast is true: it is the type of that file.
  const { openStore } = require('../world/redis/open-store') as typeof import('../world/redis/open-store');
  const terms = sharedTerms(options, inputs);
  const journal = { mostBytes: bounds.journals, storedEntry: storedEntryFor(inputs.contract, access), notice };
  const world = { maxRecords: options.maxRecords, fixtures: inputs.fixtures };
  return openStore({ url, prefix, reset, terms, world, journal, notice });
}

/** What all replicas that share a store must be started with alike. */
const sharedTerms = (options: Options, { contract, fixtures, keys, examples, chosen }: Inputs): Terms => ({
  contract: contract.sha256,
  title: `${contract.title} ${contract.version}`.trim(),
  version: version(),
  options: {
    [flagOf('keys')]: digestOfKeys(keys),
    [flagOf('fixtures')]: examples === undefined ? digestOf(fixtures) : String(options.fixtures ?? 'examples'),
    ...Object.fromEntries(ALIKE.map((name) => [flagOf(name), shown(options[name])])),
    ...termsOfChoices(orNothing(chosen, contract.leftOpen)),
  },
});

/** The options that decide on what a world holds and allows, at every replica alike. All others are a process's own. */
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

/** A reader learns no more of the values than from the digests that are stored of each. */
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

/** Makes what a journal stores of an entry where others than the mock may read it, see `createStoredEntry`. */
export const storedEntryFor =
  (contract: Contract, access: Access) =>
  (keyValues: KnownValues): ReturnType<typeof createStoredEntry> =>
    createStoredEntry(createSecrets(contract, knownTo({ keyValues }, access)));
