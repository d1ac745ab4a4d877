import {
  nearestNumber,
  type Operation,
  type Parameter,
  type Purpose,
  stringifyJson,
  takesObjects,
  typesOf,
  valueOfText,
} from '../../openapi/contract';
import {
  type Exchange,
  isOfOneCaller,
  isOfOperation,
  isOurs,
  isSafe,
  isSuccess,
  jsonOf,
  type Request,
} from '../exchange/exchange';
import { carriesCredential, fitsAsText, isPathLawful, queryOf } from '../exchange/query';
import { refusalStatuses } from '../exchange/subject';
import { idOf, keyOf, recordsOf } from '../records/records';
import { createSightings, type NewLearner } from './learner';

/** A parameter of a query as it stands there, decoded. */
type Pair = readonly [name: string, value: string];

const pairsOf = ({ operation, target }: Request): readonly Pair[] =>
  [...new URLSearchParams(target.split('?')[1] ?? '')].filter(([name]) => !carriesCredential(operation, name));

/** A target with other parameters in the place of its own. */
function targetWith({ target }: Request, pairs: readonly Pair[]): string {
  const [path = ''] = target.split('?');
  const query = String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])));
  return query === '' ? path : `${path}?${query}`;
}

const MOST = 500;

/** What a server has shown for a target since anything was last changed. */
function createReplies() {
  const shown = new Map<string, { readonly says: string; readonly exchange: Exchange }>();
  const nameOf = (request: Request, pairs: readonly Pair[]): string =>
    `${JSON.stringify(request.credential)} ${request.method} ${targetWith(request, pairs)}`;
  /** What a reply says, so that two of the same text say the same: the ids of a list, else all of it. */
  const says = (exchange: Exchange, purpose: Purpose | undefined): string | undefined => {
    const value = isSuccess(exchange) ? jsonOf(exchange) : undefined;
    const records = purpose?.role === 'list' ? recordsOf(exchange, purpose.resource) : undefined;
    if (purpose !== undefined && records !== undefined)
      return records.map((record) => keyOf(idOf(record, purpose.resource))).join(' ');
    return value === undefined ? undefined : stringifyJson(sorted(value));
  };
  return {
    note(exchange: Exchange, purpose: Purpose | undefined): void {
      const { request } = exchange;
      if (!isSafe(request)) return void shown.clear();
      const text = says(exchange, purpose);
      if (text !== undefined && shown.size < MOST)
        shown.set(nameOf(request, pairsOf(request)), { says: text, exchange });
    },
    forget: () => shown.clear(),
    of: (request: Request, pairs: readonly Pair[]) => shown.get(nameOf(request, pairs)),
    says,
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}

/** The statuses that refuse what a request asks for, and nothing about its caller. */
const REFUSED: readonly number[] = [400, 422];

const isPlainText = (text: string): boolean => /^[\w.~-]{1,60}$/.test(text);

/** Whether a query is one of plain texts alone, so that nothing but its names and values decides what becomes of it. */
const isReadable = (exchange: Exchange): boolean =>
  isOfOperation(exchange) &&
  isOfOneCaller(exchange.request.credential) &&
  isPathLawful(exchange.request) &&
  !exchange.request.operation.parameters.some(
    (one) => one.in === 'query' && (takesObjects(one.schema) || one.mediaType !== undefined),
  );

export const learnUnknownQuery: NewLearner<'query.unknown'> = () => {
  const replies = createReplies();
  const served = new Set<string>();
  const sightings = createSightings<'ignored' | 'refused'>();
  return {
    observe(exchange, purpose) {
      replies.note(exchange, purpose);
      const { request, response } = exchange;
      if (response === undefined || !isSafe(request) || !isReadable(exchange)) return;
      const pairs = pairsOf(request);
      const known = pairs.filter(([name]) => isNamed(request.operation, name));
      const plain = targetWith(request, known);
      if (isSuccess(exchange) && known.length === pairs.length) served.add(plain);
      const unknown = pairs.filter((pair) => !known.includes(pair));
      const isLawful = queryOf({ ...request, target: plain }).isLawful;
      if (unknown.length === 0 || !isLawful || !unknown.flat().every(isPlainText)) return;
      const shows = `the parameter ${unknown.map((pair) => pair.join('=')).join('&')}: ${response.status}`;
      const before = replies.of(request, known);
      // What others ask for by names that no document has may do something, or be wrong by its value.
      const isMadeUp = isOurs(request.credential);
      const isSame = before !== undefined && before.says === replies.says(exchange, purpose);
      if (isSuccess(exchange) && (isSame || isMadeUp))
        sightings.see('ignored', shows, before === undefined ? [exchange] : [before.exchange, exchange]);
      if (REFUSED.includes(response.status) && served.has(plain) && isMadeUp)
        sightings.see('refused', shows, [exchange]);
    },
    forget: replies.forget,
    conclude: () =>
      sightings.conclude('no request had a parameter that the document does not name, and was served without it'),
  };
};

const isNamed = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((one) => one.in === 'query' && one.name === name);

interface Unsettled {
  readonly exchange: Exchange;
  readonly says: string;
  readonly without: readonly Pair[];
  readonly nearest: readonly Pair[];
}

/** Served, it tells something only where the reply without the parameter and the one for the nearest value differ. */
export const learnInvalidQuery: NewLearner<'query.invalid'> = (contract) => {
  const replies = createReplies();
  const sightings = createSightings<'refused' | 'ignored' | 'clamped'>();
  const isOpen = contract.operations.some(
    (operation) => isLeftOpen(operation) && operation.parameters.some((one) => one.in === 'query'),
  );
  let unsettled: readonly Unsettled[] = [];
  let other: string | undefined;

  const settle = (one: Unsettled): boolean => {
    const { request } = one.exchange;
    const [without, nearest] = [replies.of(request, one.without), replies.of(request, one.nearest)];
    if (without === undefined || nearest === undefined) return true;
    if (without.says === nearest.says) return false;
    const evidence = [without.exchange, nearest.exchange, one.exchange];
    if (one.says === without.says) sightings.see('ignored', 'the reply is that without the parameter', evidence);
    else if (one.says === nearest.says) sightings.see('clamped', 'the reply is that for the nearest value', evidence);
    else other ??= 'the reply to a broken parameter is neither that without it nor that for the nearest value';
    return false;
  };

  return {
    observe(exchange, purpose) {
      replies.note(exchange, purpose);
      const { request, response } = exchange;
      if (!isSafe(request)) unsettled = [];
      if (response === undefined || !isSafe(request) || !isReadable(exchange) || !isLeftOpen(request.operation)) return;
      const broken = brokenIn(exchange);
      if (broken !== undefined) {
        const { pairs, at, nearest } = broken;
        const without = pairs.filter((_, place) => place !== at);
        const shows = `${pairs[at]?.join('=')}: ${response.status}`;
        if (REFUSED.includes(response.status)) sightings.see('refused', shows, [exchange]);
        const says = replies.says(exchange, purpose);
        if (says !== undefined && nearest !== undefined)
          unsettled = [
            ...unsettled.slice(-20),
            {
              exchange,
              says,
              without,
              nearest: pairs.map((pair, place) => (place === at ? [pair[0], nearest] : pair)),
            },
          ];
      }
      unsettled = unsettled.filter(settle);
    },
    forget() {
      replies.forget();
      unsettled = [];
    },
    conclude: () =>
      sightings.conclude(
        other ??
          (isOpen
            ? 'no reply shows what becomes of a parameter that breaks its schema'
            : 'each operation with parameters documents how it refuses them'),
      ),
  };
};

/** Whether the document leaves open what becomes of a request whose parameters are wrong. */
export const isLeftOpen = (operation: Operation): boolean => refusalStatuses(operation).length === 0;

/** The one parameter of a query that breaks its schema, where the others keep theirs. */
function brokenIn({ request }: Exchange) {
  const pairs = pairsOf(request);
  const { operation } = request;
  const broken = pairs.flatMap(([name, text], at) => {
    const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name);
    const isSingle = pairs.filter(([other]) => other === name).length === 1;
    if (parameter === undefined || !isSingle || typesOf(parameter.schema).includes('array')) return [];
    return fitsAsText(parameter.schema, text) ? [] : [{ parameter, text, at }];
  });
  const [only] = broken;
  if (only === undefined || broken.length > 1 || !isPlainText(only.text) || only.parameter.required) return undefined;
  const rest = targetWith(
    request,
    pairs.filter((_, place) => place !== only.at),
  );
  if (!queryOf({ ...request, target: rest }).isLawful) return undefined;
  return { pairs, at: only.at, nearest: nearestTo(only.parameter, only.text) };
}

/** The nearest number that a schema allows; undefined where the text is none, or nothing tells. */
export function nearestTo({ schema }: Pick<Parameter, 'schema'>, text: string): string | undefined {
  const nearest = nearestNumber(schema, valueOfText(schema, text));
  return nearest === undefined ? undefined : String(nearest);
}
