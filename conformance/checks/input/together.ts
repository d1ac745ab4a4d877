/** Several constraints broken by one body: a refusal that names what is wrong with each tells as much as one refusal of each. */
import { fits as fitsSchema, isObject, own, propertiesOf, type Schema } from '../../../openapi/contract';
import { branchesWith } from '../../arbitraries/branches';
import { type Broken, isOfType, standsForIt } from '../../arbitraries/wrong-values';
import { isRefusal, isSuccess } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { refusableBodies } from '../../requests/bodies/refusable';
import { hintsOf } from '../../requests/hints';
import type { CaseContext } from '../../steps/check';
import { sendWhereReady } from '../../steps/paths/paths';
import { isWithin, type Steps, withPartAt, withParts } from './inner';

/** A body that is broken in one place, at whatever depth. */
interface BrokenPlace extends Broken {
  readonly at: Steps;
  /** What stands there; undefined where it is missing. */
  readonly part: unknown;
  /** Whether it says which form a member has. */
  readonly tells: boolean;
}

/** What is broken alone is as soon tried by itself. */
const LEAST = 2;
/** So many constraints of one place are tried so. */
const MOST_ROUNDS = 10;

/**
 * Sends bodies that break a constraint in each of several places, and notes which of them refusals name: of those nothing is left to
 * be judged. Who names the first thing alone that is wrong is asked once.
 *
 * @returns what was broken, and named by no refusal that named others as deep; and one of each telling kind that has no company
 */
export async function findOverlooked(
  context: CaseContext,
  schema: Schema,
  valid: JsonRecord,
): Promise<readonly Broken[]> {
  const { contract } = context;
  const { operation } = context.subject;
  const told = context.notes.values.told.get(operation.id) ?? new Set<string>();
  context.notes.values.told.set(operation.id, told);
  const left: Broken[] = [];
  const kinds = new Set<string>();
  /** Whether the server has named several things at once. */
  let areNamed = false;
  const broken = refusableBodies(contract, operation, schema, valid);
  const bases = basesOf(schema, valid);
  if (bases[0] === undefined || roundsOf(context, schema, bases[0]).rounds.length === 0) return left;
  for (const base of bases) {
    const { rounds, alone: single } = roundsOf(context, schema, base);
    for (const round of rounds) {
      const { named, count, isOpen, isTaken } = await namedBy(context, base.body, round);
      if (isTaken) left.push(...round);
      areNamed ||= count > 1;
      if (!areNamed || count === 0) return left;
      // Who looks into a member may do so only where all members are good by themselves.
      const deepest = Math.max(...[...named].map(({ at }) => at.length));
      for (const one of round) {
        if (one.at.length > deepest || isOpen(one)) continue;
        kinds.add(one.kind);
        if (named.has(one)) told.add(one.what);
        else left.push(broken.find(({ what }) => what === one.what) ?? one);
      }
    }
    left.push(...single);
  }
  const alone = broken.filter(({ kind, isTelling }) => isTelling && !kinds.has(kind) && kinds.add(kind).size > 0);
  return [...left, ...alone];
}

/** A good body to be broken in several places. */
interface Base {
  readonly body: JsonRecord;
  /** The member that has another form than in the first base, where alone it is broken; undefined in that: it is broken anywhere. */
  readonly member?: string;
}

/** The body with all its parts, and for each further form of one of its members the same with that. */
function basesOf(schema: Schema, valid: JsonRecord): readonly Base[] {
  const body = withParts(schema, valid);
  const others = formedMembers(schema).flatMap(({ name, forms }) =>
    forms
      .filter(({ branch }) => !fitsSchema(branch, 'request', own(body, name)))
      .slice(0, MOST_FORMS)
      .map(({ value }): Base => ({ body: { ...body, [name]: value }, member: name })),
  );
  return [{ body }, ...others.filter((one) => fitsSchema(schema, 'request', one.body))];
}

/** So many further forms of a member are tried so. */
const MOST_FORMS = 3;

/** The members that come in one of several forms. */
const formedMembers = (schema: Schema) =>
  [...propertiesOf(schema).values()]
    .filter(({ readOnly }) => !readOnly)
    .map(({ name, schema: member }) => ({
      name,
      forms: branchesWith(member, name).filter(({ value }) => isObject(value)),
    }))
    .filter(({ forms }) => forms.length > 1);

/** What a body is broken by, one of each place at once; and what is tried by itself, such as what says which form it has. */
function roundsOf(
  { contract, subject: { operation } }: CaseContext,
  schema: Schema,
  { body: base, member }: Base,
): { readonly rounds: readonly (readonly BrokenPlace[])[]; readonly alone: readonly Broken[] } {
  const formed = formedMembers(schema);
  const places = refusableBodies(contract, operation, schema, base).flatMap((one): readonly BrokenPlace[] => {
    const place = isObject(one.value) ? differenceOf(base, one.value) : undefined;
    // What looks at the type of a value looks at it whatever it is instead.
    const isIdle = isOfType(one) && !one.isTelling && !standsForIt(one);
    if (place === undefined || place.at.length === 0 || isIdle) return [];
    const [name, inner] = place.at;
    const forms = formed.find((each) => each.name === name)?.forms ?? [];
    // Of another form than it has here it is broken where it has that.
    const isElsewhere = forms.length > 0 && inner === undefined && one.kind.startsWith('inner ');
    if (isElsewhere || (member !== undefined && (name !== member || inner === undefined))) return [];
    return [{ ...one, ...place, tells: inner !== undefined && forms.some((form) => tellsForm(form.branch, inner)) }];
  });
  const rounds: BrokenPlace[][] = [];
  // What says which form it has leaves nothing to be said of what else is in it.
  const zoneOf = ({ at, tells }: BrokenPlace): Steps => (tells ? at.slice(0, 1) : at);
  for (const one of places.toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling))) {
    const isFree = (other: BrokenPlace): boolean =>
      !isWithin(zoneOf(other), zoneOf(one)) && !isWithin(zoneOf(one), zoneOf(other));
    const free = rounds.find((round) => round.every(isFree));
    if (free !== undefined) free.push(one);
    else if (rounds.length < MOST_ROUNDS && !standsForIt(one)) rounds.push([one]);
  }
  return {
    rounds: rounds.filter((round) => round.length >= LEAST),
    alone: [
      ...places.filter(({ tells, kind }) => tells && /^inner choice /.test(kind)),
      // One that is left over, where its member has more constraints than others.
      ...rounds
        .flatMap((round) => (round.length < LEAST ? round : []))
        .filter((one) => one.isTelling && !one.tells && !isOfType(one)),
    ],
  };
}

/** Whether a member of a form has a value by which the form is known. */
const tellsForm = (branch: Schema, name: string): boolean => {
  const { const: only, enum: choices = [] } = propertiesOf(branch).get(name)?.schema ?? {};
  return only !== undefined || choices.length === 1;
};

/** The deepest place in which alone two values differ, and what the other one has there; undefined where they are the same. */
function differenceOf(value: unknown, other: unknown): Pick<BrokenPlace, 'at' | 'part'> | undefined {
  if (sameJson(value, other)) return undefined;
  const whole = { at: [], part: other };
  const areLists = Array.isArray(value) && Array.isArray(other) && value.length === other.length;
  if (!areLists && !(isObject(value) && isObject(other))) return whole;
  const [one, two] = [Object(value) as JsonRecord, Object(other) as JsonRecord];
  const names = [...new Set([...Object.keys(one), ...Object.keys(two)])];
  const [name, ...more] = names.filter((each) => !sameJson(own(one, each), own(two, each)));
  if (name === undefined || more.length > 0) return whole;
  if (own(one, name) === undefined || own(two, name) === undefined) return { at: [name], part: own(two, name) };
  const inner = differenceOf(own(one, name), own(two, name)) ?? whole;
  return { at: [name, ...inner.at], part: inner.part };
}

/** What a refusal says of the places that are broken in a body. */
interface Named {
  readonly named: ReadonlySet<BrokenPlace>;
  /** How many places it names. */
  readonly count: number;
  /** Whether it is no refusal. */
  readonly isTaken: boolean;
  /** Whether it names what is around a place, and another one is broken in that, too. */
  readonly isOpen: (place: BrokenPlace) => boolean;
}

async function namedBy(context: CaseContext, base: JsonRecord, round: readonly BrokenPlace[]): Promise<Named> {
  const body = round.reduce<unknown>((whole, { at, part }) => withPartAt(whole, at, part), base) as JsonRecord;
  const exchange = await sendWhereReady(context, { body });
  if (!isRefusal(exchange)) return { named: new Set(), count: 0, isOpen: () => false, isTaken: isSuccess(exchange) };
  const hints = hintsOf(exchange).flatMap(({ in: place, at }) =>
    place === 'body' && at.length > 0 ? [nameable(at)] : [],
  );
  const around = ({ at }: BrokenPlace) => hints.filter((hint) => isWithin(hint, nameable(at)));
  const isAlone = (hint: Steps): boolean => round.filter(({ at }) => isWithin(hint, nameable(at))).length === 1;
  const isNamed = (one: BrokenPlace): boolean =>
    hints.some((hint) => isWithin(nameable(one.at), hint)) || around(one).some(isAlone);
  const named = new Set(round.filter(isNamed));
  return { named, count: hints.length, isTaken: false, isOpen: (one) => !named.has(one) && around(one).length > 0 };
}

/** A refusal may leave out which item it speaks of. */
const nameable = (at: Steps): Steps => at.filter((step) => !/^\d+$/.test(step));
