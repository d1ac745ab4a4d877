import type { Contract } from '../../openapi/contract';
import type { Outcome, Slow } from './assault';
import type { Attack } from './attacks/model';
import type { Books } from './books';
import { type Finding, NO_TALLY, sumOf, type Tally } from './model';
import type { Options } from './options';
import { plannedBatches } from './plan';
import type { Job } from './programs/generator';
import { countable, secretsOf } from './subject';
import type { Helper } from './target/child';
import { leaksIn } from './target/journal';
import { auditWorld } from './target/ledger';
import type { Plane } from './target/plane';
import type { Running } from './target/start';
import { clearWorlds, openPrey, type Worlds } from './target/worlds';

/** All that is there for an attack. */
export interface Field {
  readonly attacks: readonly Attack[];
  readonly options: Options;
  readonly contract: Contract;
  readonly target: Running;
  readonly plane: Plane;
  readonly worlds: Worlds;
  readonly generator: Helper<Job, Outcome>;
  readonly progress: (doing: string) => void;
}

export interface Fought {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Finding[];
  readonly slowest: readonly Slow[];
}

const LANES = 24;
/** The attacks whose every request is one of their own world, so that its books can be compared. */
const AUDITED: ReadonlySet<string> = new Set(['bodies']);

/** Sends batch after batch, and looks after each at what it left behind. */
export async function fight(field: Field): Promise<Fought> {
  const { options, target, plane, generator, progress } = field;
  const batches = plannedBatches(field.attacks, options.count, options.at);
  const until = Date.now() + options.seconds * 1000;
  const tallies: Record<string, Tally> = {};
  const findings: Finding[] = [];
  const slowest: Slow[] = [];
  let { worlds } = field;
  for (const [place, batch] of batches.entries()) {
    if (Date.now() >= until) break;
    for (const shares of batch) {
      generator.tell(jobOf({ ...field, worlds }, shares, until));
      const outcome = await Promise.race([generator.outcome(), target.exit]);
      if (!('tallies' in outcome)) return { tallies, slowest, findings: [...findings, gone(options, outcome, shares)] };
      for (const [name, tally] of Object.entries(outcome.tallies))
        tallies[name] = sumOf(tallies[name] ?? NO_TALLY, tally);
      slowest.push(...outcome.slowest);
      merge(findings, outcome.findings);
      merge(findings, await audit({ ...field, worlds }, outcome.books));
    }
    merge(findings, await leaks({ ...field, worlds }));
    await clearWorlds(plane, worlds);
    worlds = { ...worlds, prey: await openPrey(plane) };
    if (place % 4 === 3) progress(`${(place + 1) * 5000} of ${options.count}, ${findings.length} findings`);
  }
  return { tallies, findings, slowest };
}

function gone(options: Options, { code, signal }: Awaited<Running['exit']>, shares: Job['shares']): Finding {
  const meanwhile = shares.map(({ attack, from, to }) => `${attack} ${from} to ${to}`).join(', ');
  const what = `it ended by ${signal ?? `status ${code}`} while ${meanwhile} went on`;
  return { law: 'alive', attack: shares[0]?.attack ?? '', what, times: 1, again: [againAll(options)] };
}

const jobOf = ({ options, target: { host, port }, worlds }: Field, shares: Job['shares'], until: number): Job => ({
  address: { host, port },
  document: options.document,
  subject: { keys: worlds.keys, prey: worlds.prey },
  seed: options.seed,
  shares,
  lanes: options.at === undefined ? LANES : 1,
  until,
  flags: flagsOf(options),
});

/** What every command that repeats something has. */
export const flagsOf = ({ document }: Options): string =>
  document.endsWith('openapi/animal-store.yaml') ? '' : ` --document ${document}`;

/** The command that does all of it again. */
export const againAll = (options: Options): string =>
  `npm run siege -- --seed ${options.seed} --count ${options.count}${options.only === undefined ? '' : ` --only ${options.only.join()}`}${flagsOf(options)}`;

/** The command that repeats one attempt. */
export const againOne = (options: Options, attack: string, at: string | number): string =>
  `npm run siege -- --seed ${options.seed} --only ${attack} --at ${at}${flagsOf(options)}`;

/** Counts what was seen before as the same again. */
function merge(findings: Finding[], more: readonly Finding[]): void {
  for (const one of more) {
    const place = findings.findIndex(
      ({ law, attack, what }) => law === one.law && attack === one.attack && shape(what) === shape(one.what),
    );
    const before = findings[place];
    if (before === undefined) findings.push(one);
    else findings[place] = { ...before, times: before.times + one.times };
  }
}

const shape = (what: string): string =>
  what
    .replaceAll(/\d+/g, 'N')
    .replace(/, such as .*/s, '')
    .replace(/ header \S+/, ' header')
    .slice(0, 100);

async function audit({ plane, worlds, contract, options }: Field, books: Books): Promise<readonly Finding[]> {
  const collections = countable(contract).map(({ name }) => name);
  const findings: Finding[] = [];
  for (const [attack, book] of Object.entries(books)) {
    const session = worlds.ofAttack[attack];
    if (session === undefined || !AUDITED.has(attack)) continue;
    for (const what of await auditWorld(plane, session.id, book, collections)) {
      findings.push({ law: 'ledger', attack, what, times: 1, again: [againAll(options)] });
    }
  }
  return findings;
}

async function leaks({ plane, worlds, options }: Field): Promise<readonly Finding[]> {
  const secrets = secretsOf(worlds.keys);
  const findings: Finding[] = [];
  for (const world of ['', ...Object.values(worlds.ofAttack).map(({ id }) => `/sessions/${id}`)]) {
    for (const { place, example, tag, times } of await leaksIn(plane, world, secrets)) {
      const [attack = 'all', at] = tag?.split('/') ?? [];
      const what = `the ${place} in the journal shows a key, such as ${example}`;
      const again = at === undefined ? againAll(options) : againOne(options, attack, at);
      merge(findings, [{ law: 'keys', attack: 'all', what, times, again: [again] }]);
    }
  }
  return findings;
}
