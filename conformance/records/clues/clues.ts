import {
  type Contract,
  fits,
  groupedBy,
  memoized,
  own,
  plain,
  type Schema,
  valueOfText,
} from '../../../openapi/contract';
import { isPathValue } from '../../arbitraries/path-value';
import { type Exchange, isOfOperation, isSafe, isSuccess, type Request } from '../../exchange/exchange';
import { fitsAsText } from '../../exchange/query';
import { GONE } from '../../exchange/refusals';
import { bodyMembers } from '../../exchange/subject';
import { keyOf } from '../records';
import { LIKELY, likelihoodOf, referencesTo, referredIn, type Slot, saysReference } from './identity';
import { endsInSlot, keyOfPath, type PathValues, slotOfItem, slotsOf, slotsOfForm, slotsReferredBy } from './places';
import { type FoundClue, type IdValue, readClues, wholePlaceOf } from './read-clues';

/**
 * What replies have shown that may name something in a path, and what requests were taken with, wherever it stood and whether or
 * not the document describes it. Requests are made of it; nothing is judged by it.
 */
export interface Clues {
  note(exchange: Exchange): void;
  /** Values for a slot of a path below these parents, the likeliest first: the run's own before others, new before old. */
  valuesFor(slot: Slot, above: PathValues): readonly Candidate[];
  /** Values for a member or a parameter by whose name it refers to something: of what it names, else by the very name elsewhere. */
  referredBy(name: string, schema: Schema): readonly unknown[];
  /** The last request that has made something in the place before a slot. */
  makerAt(slot: Slot, above: PathValues): Request | undefined;
  /** Whether a value was there and is not there any more, or was not found. */
  isGone(slot: Slot, path: PathValues): boolean;
  /** Whether anything was shown in the place that a path goes on to. */
  isKnownBelow(slot: Slot, above: PathValues): boolean;
  /** Whether a path names what the server has shown and the run has not made. */
  isOfOthers(request: PathOf): boolean;
  /** Whether a member refers by its name to what the server has shown and the run has not made. */
  refersToOthers(name: string, value: unknown): boolean;
  /** Whether something that a path names, or that it lies below, was made by the run. */
  isOwn(request: PathOf): boolean;
  /** Whether an id is a name of the client itself, whose record nothing may change. */
  isCaller(id: unknown): boolean;
  /** The operations that have done something to what a path names. */
  doneTo(request: PathOf): ReadonlySet<string>;
  /** The value by which the path of an item names what a request has made. */
  madeBy(exchange: Exchange, itemPath: string): IdValue | undefined;
}

type Paths = Pick<Contract, 'operations' | 'resources'>;
type PathOf = Pick<Request, 'operation' | 'path'>;

export interface Candidate {
  readonly value: IdValue;
  readonly isOwn: boolean;
}

interface Clue extends FoundClue {
  readonly isOwn: boolean;
  /** When it was shown last, and when what it names first: the later, the higher. */
  readonly order: number;
  readonly since: number;
}

/** So much is remembered: of a place and of a name the newest, and the places and names that were seen last. */
const MOST_PLACES = 500;
const MOST_OF_PLACE = 200;
const MOST_NAMES = 1000;
const MOST_OF_NAME = 12;
/** So many values of a slot are worth a try. */
const MOST_VALUES = 12;
/** Above a place, or elsewhere by the name of a reference, a value is less likely by so much. */
const NEAR = 20;
const FAR = 40;

/** @param callers the names in the run's own credentials */
export function createClues(contract: Paths, callers: ReadonlySet<string> = new Set()): Clues {
  /** What may be named there, by the places' keys. */
  const places = new Map<string, Map<string, Clue>>();
  /** The same, and what refers to things elsewhere, by their names. */
  const byName = new Map<string, Map<string, Clue>>();
  /** Values with their places that were not found there. */
  const missing = new Set<string>();
  /** By the shape of what is before a slot, and by its parameter's name: the member whose values have worked there. */
  const bound = new Map<string, string>();
  /** By places that were once shown whole: when that was first. */
  const wholes = new Map<string, number>();
  /** By places the requests that have made something there. */
  const makers = new Map<string, Request>();
  /** By the path of a thing. */
  const done = new Map<string, Set<string>>();
  let order = 0;

  const isCaller = (id: unknown): boolean => callers.has(keyOf(id));
  const likelihoodAt = (clue: FoundClue, slot: Slot): number =>
    likelihoodOf(clue, slot, bound.get(slot.shape) ?? bound.get(slot.asked.join('')));
  const cluesAt = (place: string): readonly Clue[] => [...(places.get(place)?.values() ?? [])];
  const withValue = (place: string, value: unknown): readonly Clue[] => {
    const found: Clue[] = [];
    const wanted = keyOf(value);
    // Not by way of an array of all: every value that is shown is looked for.
    for (const clue of places.get(place)?.values() ?? []) if (keyOf(clue.value) === wanted) found.push(clue);
    return found;
  };
  /** What goes by the very value that a path has for a slot. */
  const namedBy = (slot: Slot, path: PathValues): readonly Clue[] => {
    const same = withValue(keyOfPath(slot.before, path) ?? '', own(path, slot.parameter.name));
    return same.filter((clue) => likelihoodAt(clue, slot) < LIKELY.alike);
  };

  /** Whether what a thing names is the run's own, of some since then. */
  const namesOwn = (named: FoundClue['within'] = [], then = 0): boolean =>
    named.some(([name, value]) =>
      slotsReferredBy(contract, name)
        .filter((slot) => referencesTo(slot).includes(plain(name)))
        .map((slot) => namedBy(slot, { [slot.parameter.name]: value }))
        .some((clues) => clues.length > 0 && clues.every(({ isOwn: is, since }) => is && since > then)),
    );

  /**
   * Whether something belongs to what the run has made: it names that as what it is within, or is what a request of the run was answered
   * with, and was not there before. By one of the two alone it may be another's, such as what is at work on it just now. What came
   * along with something names that all its life.
   */
  const isOfOwn = ({ place, within, belonging, isReplied = false }: FoundClue): boolean => {
    if (namesOwn(belonging)) return true;
    const then = wholes.get(place.key);
    return then !== undefined && (isReplied || namesOwn(within, then));
  };

  const add = (found: FoundClue, request: Request): void => {
    const { place, name, value, source } = found;
    const isNaming = place.slots.some((slot) => Number.isFinite(likelihoodAt(found, slot)));
    const names = source === 'sent' ? [] : found.names.filter((one) => isReferring(contract, one));
    if (!isNaming && names.length === 0) return;
    order += 1;
    const key = `${source === 'sent' ? 'member' : source} ${name} ${keyOf(value)}`;
    const same = isNaming ? withValue(place.key, value) : [];
    const naming = same.filter((one) => place.slots.some((slot) => likelihoodAt(one, slot) < LIKELY.alike));
    const before = places.get(place.key)?.get(key);
    // What was somebody else's before stays so.
    const isOwn =
      !isCaller(value) &&
      (before?.isOwn ?? (naming.length === 0 ? found.isMade || isOfOwn(found) : naming.some((one) => one.isOwn)));
    const since = Math.min(order, ...naming.map((one) => one.since));
    const clue = { ...found, isOwn, order, since };
    if (isOwn && found.isMade && source !== 'path') makers.set(place.key, request);
    missing.delete(`${place.key} ${keyOf(value)}`);
    if (isNaming) put(places, place.key, key, clue, MOST_PLACES, MOST_OF_PLACE);
    for (const one of names) put(byName, one, keyOf(value), clue, MOST_NAMES, MOST_OF_NAME);
  };

  /** What a success came for tells by which of its members a thing is named. */
  const bind = ({ operation, path }: Request): void => {
    for (const slot of slotsOf(contract, operation)) {
      const clue = namedBy(slot, path).find(({ source }) => source === 'member' || source === 'sent');
      if (clue === undefined) continue;
      bound.set(slot.shape, clue.name);
      const asked = slot.asked.join('');
      // A bare id is one thing here and another there.
      if (referencesTo(slot).includes(asked)) bound.set(asked, clue.name);
    }
  };

  const forget = ({ operation, path }: PathOf, slot: Slot): void => {
    const place = keyOfPath(slot.before, path) ?? '';
    const value = keyOf(own(path, slot.parameter.name));
    for (const [key, clue] of places.get(place) ?? []) if (keyOf(clue.value) === value) places.get(place)?.delete(key);
    const whole = keyOfPath(operation.path, path);
    for (const other of [...places.keys()]) if (other.startsWith(`${whole}/`)) places.delete(other);
    missing.add(`${place} ${value}`);
  };

  /** Of a place that is shown whole, what a list of it has shown before and does not show now is gone. */
  const noteWhole = (place: string, before: number): void => {
    if (place === '') return;
    if (!wholes.has(place)) wholes.set(place, order);
    const all = cluesAt(place);
    const there = new Set(all.filter((one) => one.order > before).map(({ value }) => keyOf(value)));
    for (const { value, within } of all)
      if (within !== undefined && !there.has(keyOf(value))) missing.add(`${place} ${keyOf(value)}`);
  };

  const isOfOthers = ({ path }: Pick<PathOf, 'path'>, slot: Slot): boolean =>
    namedBy(slot, path).some((clue) => !clue.isOwn);
  const isOwnIn = (request: PathOf, slot: Slot): boolean =>
    namedBy(slot, request.path).length > 0 && !isOfOthers(request, slot);
  const isOwn = (request: PathOf): boolean =>
    slotsOf(contract, request.operation).some((slot) => isOwnIn(request, slot));

  const ranked = (slot: Slot, above: PathValues): readonly { readonly clue: Clue; readonly rank: number }[] => {
    const place = keyOfPath(slot.before, above);
    if (place === undefined) return [];
    const near = slot.fixed.slice(1).map((_, index) =>
      place
        .split('/')
        .slice(0, -1 - index)
        .join('/'),
    );
    return [
      ...cluesAt(place).map((clue) => ({ clue, rank: likelihoodAt(clue, slot) })),
      ...near.flatMap(cluesAt).map((clue) => ({ clue, rank: NEAR + likelihoodAt(clue, slot) })),
      ...referencesTo(slot).flatMap((name, index) =>
        [...(byName.get(name)?.values() ?? [])]
          // What was shown below another parent is not here.
          .filter((clue) => clue.place.slots.every(({ shape }) => shape !== slot.shape))
          .map((clue) => ({ clue, rank: FAR + index })),
      ),
    ].filter(
      ({ clue: { value }, rank }) =>
        Number.isFinite(rank) && isFor(slot, value) && !missing.has(`${place} ${keyOf(value)}`),
    );
  };

  return {
    note(exchange) {
      const { request, response } = exchange;
      const { operation, method } = request;
      if (request.credential !== 'main' || !isOfOperation(exchange)) return;
      const last = slotsOf(contract, operation).at(-1);
      const isOfItem = endsInSlot(operation) && last !== undefined;
      if (isOfItem && method === 'GET' && GONE.includes(response?.status ?? 0)) forget(request, last);
      if (!isSuccess(exchange)) return;
      bind(request);
      const before = order;
      for (const found of readClues(exchange, contract)) add(found, request);
      noteWhole(wholePlaceOf(exchange, contract)?.key ?? '', before);
      if (isOfItem && method === 'DELETE') forget(request, last);
      else if (!isOfItem && last !== undefined && !isSafe(request))
        done.set(thingOf(request, last), new Set([...(done.get(thingOf(request, last)) ?? []), operation.id]));
    },
    valuesFor(slot, above) {
      const values = new Map<string, Candidate>();
      for (const { clue, rank } of inTurns(ranked(slot, above))) {
        const key = keyOf(clue.value);
        const named = namedBy(slot, { ...above, [slot.parameter.name]: clue.value });
        const isOwn = rank < NEAR && named.length > 0 && named.every((one) => one.isOwn);
        if (!values.has(key)) values.set(key, { value: clue.value, isOwn });
      }
      return [...values.values()].slice(0, MOST_VALUES);
    },
    referredBy(name, schema) {
      const slots = [...slotsReferredBy(contract, name), ...slotsOfForm(contract, schema)];
      const naming = slots.flatMap((slot) =>
        inTurns(
          [...places.values()]
            // What is in one place has the same slots; most places are of others.
            .filter((there) =>
              there
                .values()
                .next()
                .value?.place.slots.some(({ shape }) => shape === slot.shape),
            )
            .flatMap((there) => [...there.values()])
            .map((clue) => ({ clue, rank: likelihoodAt(clue, slot) }))
            .filter(({ rank }) => rank < LIKELY.alike),
        ),
      );
      // `mainThingId` is the id of a thing.
      const names = [plain(name), ...referredIn(name).filter((one) => one.endsWith('id'))];
      const others = names
        .filter((one) => isReferring(contract, one))
        .flatMap((one) => newestOf([...(byName.get(one)?.values() ?? [])]));
      const values = [...naming.map(({ clue }) => clue), ...others].map(({ value }) =>
        typeof value === 'string' ? valueOfText(schema, value) : value,
      );
      return values.filter((value) => fits(schema, 'request', value)).slice(0, MOST_VALUES);
    },
    makerAt: (slot, above) => makers.get(keyOfPath(slot.before, above) ?? ''),
    isGone: (slot, path) => missing.has(`${keyOfPath(slot.before, path)} ${keyOf(own(path, slot.parameter.name))}`),
    isKnownBelow: (slot, above) => cluesAt(keyOfPath(slot.before, above) ?? '').length > 0,
    isOfOthers(request) {
      const last = slotsOf(contract, request.operation).at(-1);
      return last !== undefined && isOfOthers(request, last) && !isOwn(request);
    },
    refersToOthers: (name, value) =>
      slotsReferredBy(contract, name).some((slot) => isOfOthers({ path: { [slot.parameter.name]: value } }, slot)),
    isOwn,
    isCaller,
    doneTo(request) {
      const last = slotsOf(contract, request.operation).at(-1);
      return (last && done.get(thingOf(request, last))) ?? new Set();
    },
    madeBy(exchange, itemPath) {
      const { operation, path } = exchange.request;
      const slot = slotOfItem(contract, itemPath);
      if (slot === undefined || !isSuccess(exchange)) return undefined;
      const place = keyOfPath(slot.before, path);
      const made = readClues(exchange, contract)
        .filter((found) => found.isMade && found.place.key === place && isFor(slot, found.value))
        .map((found) => ({ found, rank: likelihoodAt(found, slot) }))
        .filter(({ found: { value }, rank }) => {
          const values = { ...path, [slot.parameter.name]: value };
          return rank < LIKELY.alike && isOwnIn({ operation, path: values }, slot);
        });
      return made.toSorted((one, other) => one.rank - other.rank)[0]?.found.value;
    },
  };
}

/** Whether a path may have a value for a slot. */
const isFor = ({ parameter, words }: Slot, value: IdValue): boolean =>
  isPathValue(value) && !words.has(keyOf(value)) && fitsAsText(parameter.schema, keyOf(value));

/** Puts a clue last into a part of a map of bounded size, and that part last. */
function put(
  all: Map<string, Map<string, Clue>>,
  name: string,
  key: string,
  clue: Clue,
  mostParts: number,
  most: number,
): void {
  const part = all.get(name) ?? new Map<string, Clue>();
  part.delete(key);
  part.set(key, clue);
  all.delete(name);
  all.set(name, part);
  const [oldest] = part.keys();
  if (part.size > most && oldest !== undefined) part.delete(oldest);
  const [first] = all.keys();
  if (all.size > mostParts && first !== undefined) all.delete(first);
}

/** Names by which a record may refer to what another one is. */
const isReferring = (contract: Paths, name: string): boolean => name.endsWith('id') || referencesIn(contract).has(name);

const referencesIn = memoized(
  (contract: Paths): ReadonlySet<string> =>
    new Set(
      contract.operations.flatMap((operation) => [
        ...slotsOf(contract, operation).flatMap(referencesTo),
        ...[...bodyMembers(operation).keys()].filter(saysReference).map(plain),
      ]),
    ),
);

const newestOf = <One extends Clue>(clues: readonly One[]): readonly One[] =>
  clues.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.order - one.order);

/** The likeliest first, but of each name one in turn: where ids are not found, names may be. */
function inTurns<One extends { readonly clue: Clue; readonly rank: number }>(some: readonly One[]): readonly One[] {
  const byRank = [...groupedBy(some, ({ rank }) => rank)];
  const turns = byRank.flatMap(([rank, ones]) =>
    ones
      .toSorted(({ clue: one }, { clue: other }) => Number(other.isOwn) - Number(one.isOwn) || other.order - one.order)
      .map((one, index) => ({ one, turn: rank <= LIKELY.bound ? Math.max(0, index - 2) : index })),
  );
  return turns.toSorted((a, b) => a.turn - b.turn || a.one.rank - b.one.rank).map(({ one }) => one);
}

const thingOf = ({ path }: PathOf, { before, parameter }: Slot): string =>
  `${keyOfPath(before, path)}/${keyOf(own(path, parameter.name))}`;
