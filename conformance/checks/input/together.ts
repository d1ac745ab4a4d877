/** Several constraints broken by one body: a refusal that names what is wrong with each tells as much as one refusal of each. */
import { isObject, own, type Schema } from '../../../openapi/contract';
import type { Broken } from '../../arbitraries/wrong-values';
import { isRefusal } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { hintsOf } from '../../requests/hints';
import { refusableBodies } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { fetchPath, sendParts } from '../../steps/paths';

/** A body that is broken in one of its members, which is left out where it is missing. */
interface BrokenMember extends Broken {
  readonly name: string;
  readonly member: unknown;
}

/** What is broken alone is as soon tried by itself. */
const LEAST = 2;
/** So many constraints of one member are tried so. */
const MOST_ROUNDS = 10;

/**
 * Sends bodies that break a constraint of each of several members, and notes which of them refusals name: of those nothing is left to
 * be judged. Who names the first thing alone that is wrong is asked once.
 *
 * @returns what was broken, and named by no refusal that named others; and one of each telling kind that has no company
 */
export async function findOverlooked(
  context: CaseContext,
  schema: Schema,
  valid: JsonRecord,
): Promise<readonly Broken[]> {
  const { operation } = context.subject;
  const told = context.notes.values.told.get(operation.id) ?? new Set<string>();
  context.notes.values.told.set(operation.id, told);
  const left: Broken[] = [];
  const kinds = new Set<string>();
  const broken = refusableBodies(operation, schema, valid);
  const rounds = roundsOf(broken, valid);
  if (rounds.length === 0) return left;
  for (const round of rounds) {
    const named = await namedBy(context, valid, round);
    if (named.size < 2) return left;
    for (const one of round) {
      kinds.add(one.kind);
      if (named.has(one.name)) told.add(one.what);
      else left.push(one);
    }
  }
  const alone = broken.filter(({ kind, isTelling }) => isTelling && !kinds.has(kind) && kinds.add(kind).size > 0);
  return [...left, ...alone];
}

/** Each round breaks one constraint of each member, the most telling ones first. */
function roundsOf(broken: readonly Broken[], valid: JsonRecord): readonly (readonly BrokenMember[])[] {
  const rounds: BrokenMember[][] = [];
  const times = new Map<string, number>();
  const members = broken.flatMap((one): readonly BrokenMember[] => {
    const { value } = one;
    if (!isObject(value)) return [];
    const names = [...new Set([...Object.keys(value), ...Object.keys(valid)])];
    const [name, ...others] = names.filter((each) => !sameJson(own(value, each), own(valid, each)));
    return name === undefined || others.length > 0 ? [] : [{ ...one, name, member: own(value, name) }];
  });
  for (const one of members.toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling))) {
    const nth = times.get(one.name) ?? 0;
    times.set(one.name, nth + 1);
    rounds[nth] = [...(rounds[nth] ?? []), one];
  }
  return rounds.filter((round) => round.length >= LEAST).slice(0, MOST_ROUNDS);
}

/** The members that a refusal of a body names in which all of these are broken. */
async function namedBy(
  context: CaseContext,
  valid: JsonRecord,
  round: readonly BrokenMember[],
): Promise<ReadonlySet<string>> {
  const changes = Object.fromEntries(round.map(({ name, member }) => [name, member]));
  const body = Object.fromEntries(Object.entries({ ...valid, ...changes }).filter(([, value]) => value !== undefined));
  const exchange = await sendParts(context, { path: await fetchPath(context), body });
  if (!isRefusal(exchange)) return new Set();
  return new Set(hintsOf(exchange).flatMap(({ in: place, at: [name] }) => (place === 'body' && name ? [name] : [])));
}
