import {
  type Contract,
  isObject,
  itemNameIn,
  jsonIn,
  namesAbove,
  type Operation,
  own,
  type Resource,
} from '../../../openapi/contract';
import { isSafe, type Request } from '../../exchange/exchange';
import type { Clues } from '../../records/clues/clues';
import { slotsOf } from '../../records/clues/places';
import { makesIn } from '../../records/clues/read-clues';
import { deedOf } from '../../records/deeds';
import { type Known, keyOf } from '../../records/records';
import type { Given } from '../../requests/bodies/given';
import { leavesAsIs } from '../../steps/paths/parents';
import { isGiven } from '../../steps/paths/paths';
import type { Hazard } from '../../verdict/result';
import type { CreatedList } from './cleaning';
import { ACCESS, HAZARDS, type HazardRow, type Named, RIGHTS, USER } from './hazard-rows';
import type { RunOptions } from './options';

/** The hazards of a contract that a run does not call: an operation that the user has chosen by its name is called. */
export const notCalledOf = (
  contract: Contract,
  { operations, included = [] }: Pick<RunOptions, 'operations' | 'included'>,
): readonly Hazard[] =>
  hazardsOf(contract).filter(({ operation: { id } }) => ![...operations, ...included].includes(id));

/**
 * The operations of a contract that may end or cripple the server, or the run's own access to it, by their method, path, id
 * and summary. What is done to a record that the run makes for it is no hazard, such as to delete or to cancel an order.
 */
export function hazardsOf(contract: Contract): readonly Hazard[] {
  return contract.operations.flatMap((operation) => {
    const seen = lookAt(operation, contract);
    const why = HAZARDS.find((row) => isOf(row, seen))?.why;
    return why === undefined ? [] : [{ operation, why }];
  });
}

/** What of an operation tells whether it is a hazard; words are in lower case, with a blank between them. */
interface Seen {
  readonly method: Operation['method'];
  /** The fixed segments of the path, the last one last. */
  readonly segments: readonly string[];
  /** The last segment and its last word, the id and the summary: one of them begins with the deed. */
  readonly deeds: readonly string[];
  /** The id, where the document has one, and the summary. */
  readonly told: readonly string[];
  readonly summary: string;
  readonly names: Named;
  /** Whether records have their paths below this one; the same, or it lists them. */
  readonly hasItems: boolean;
  readonly isCollection: boolean;
  readonly isOfItem: boolean;
}

const SAFE: readonly Operation['method'][] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
/** How the id or the summary of an operation begins that only reads, whatever its method. */
const READS =
  /^(get|list|find|search|read|retrieve|fetch|count|query|check|validate|preview|verify|show|estimate)s?( |$)/;

function isOf(row: HazardRow, seen: Seen): boolean {
  const { method, segments, deeds, told, summary, names, hasItems, isCollection, isOfItem } = seen;
  // What stands below `actions` is done to what stands above it.
  const [last = '', before = ''] = segments
    .toReversed()
    .filter((segment, index) => index === 0 || segment !== 'actions');
  // A GET that does something has the deed for its path; one of several things lists them.
  const done = method === 'GET' ? [last] : deeds;
  if (method === 'GET' ? row.deed === undefined || isOfItem || last.endsWith('s') : SAFE.includes(method)) return false;
  return (
    (row.methods?.includes(method) ?? true) &&
    (row.deed === undefined || done.some((text) => isDeed(text, row.deed))) &&
    (row.last?.test(last) ?? true) &&
    (row.before?.test(before) ?? true) &&
    (row.any === undefined || [...segments, ...told].some((text) => row.any?.test(text))) &&
    (row.summary?.test(summary) ?? true) &&
    (row.unless === undefined || ![before, last, summary].some((text) => row.unless?.test(text))) &&
    (row.names ?? ['nothing', 'foreign']).includes(names) &&
    (row.hasItems ?? hasItems) === hasItems &&
    (row.isCollection ?? isCollection) === isCollection &&
    (row.isOfItem ?? isOfItem) === isOfItem
  );
}

/** Whether a text begins with one of some deeds, in whatever form of the word. */
const isDeed = (text: string, deeds = ''): boolean =>
  deeds.split('|').some((word) => text.startsWith(word) && FORM.test(text.slice(word.length)));

const FORM = /^(e?s|e?d|p?ped|p?ping|t?ting|ing)?( |$)/;

function lookAt({ id, method, path, summary }: Operation, contract: Contract): Seen {
  const whole = path.replace(/\/$/, '');
  const segments = segmentsOf(whole);
  const isOfItem = whole.slice(whole.lastIndexOf('/')).includes('{');
  const last = segments.at(-1) ?? '';
  const told = [id.startsWith(`${method} `) ? '' : wordsOf(id), wordsOf(summary)];
  const hasItems = contract.operations.some((other) => other.path.startsWith(`${whole}/{`));
  const isReading = told.some((text) => READS.test(text));
  return {
    method,
    segments,
    // What an item's path ends with before its parameter is the name of a collection.
    deeds: isReading ? [] : [...(isOfItem ? [] : [last, last.split(' ').at(-1) ?? '']), ...told],
    told,
    summary: wordsOf(summary),
    names: namedBy(path, contract),
    hasItems,
    isCollection: hasItems || isList(path, contract),
    isOfItem,
  };
}

/** The fixed segments of a path, in words. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .filter((segment) => !segment.includes('{'))
    .map(wordsOf);

const isList = (path: string, { resources }: Contract): boolean =>
  resources.some(({ collectionPath }) => collectionPath === path);

/** The resource a record of which a path names, or leads below, whatever it calls its parameters: the nearest one. */
const innermostOf = (path: string, resources: readonly Resource[]): Resource | undefined =>
  resources
    .filter(({ itemPath }) => path === itemPath || namesAbove(path, itemPath) !== undefined)
    .toSorted((one, other) => (other.itemPath?.length ?? 0) - (one.itemPath?.length ?? 0))[0];

/**
 * What the last of a path's parameters names that names a record. Of records that can be seen none but those of the run are
 * changed or deleted, though it knows no way to create one.
 */
function namedBy(path: string, { resources }: Contract): Named {
  if (!path.includes('{')) return 'nothing';
  const innermost = innermostOf(path, resources);
  const { create, read, list } = innermost?.operations ?? {};
  const isSeen = path === innermost?.itemPath && (read ?? list) !== undefined;
  if (create !== undefined) return 'own';
  return isSeen ? 'seen' : 'foreign';
}

/** What tells whose a record is. */
interface Seeing {
  readonly contract: Contract;
  readonly known: Known;
  readonly made: CreatedList;
  readonly clues: Clues;
  /** What the user has named. */
  readonly given: Given;
}

/**
 * Whether a request changes a record that was there before the run, or does something to it: it is somebody else's, or the
 * client's own. What the user has named is meant.
 */
export function isOfOthers(request: Request, { contract, known, made, clues, given }: Seeing): boolean {
  const { operation, path } = request;
  if (isSafe(request) || made.has(request)) return false;
  const isMaking = known.purposeOf(operation)?.role === 'create' || makesIn(operation, contract) !== undefined;
  if (isMaking && !isRight(operation)) return false;
  const last = slotsOf(contract, operation).at(-1)?.parameter.name;
  if (last === undefined && deedOf(operation) === 'ends') return endsOthers(request, clues);
  if (last === undefined || isGiven(given, request, last) || leavesAsIs(operation)) return false;
  const innermost = innermostOf(operation.path, contract.resources);
  const name = itemNameIn(operation.path, innermost?.itemPath) ?? innermost?.idParameter?.name;
  if (name !== undefined && isGiven(given, request, name)) return false;
  const isSeen =
    innermost !== undefined &&
    name !== undefined &&
    known.collection(innermost, path).records.has(keyOf(own(path, name)));
  // What was shown elsewhere, or in a form that the document does not have, is somebody's, too.
  if (!isSeen || clues.isOwn(request)) return clues.isOfOthers(request);
  // What only a PUT can make may be the run's own, but for those who are let in.
  const { create, replace } = innermost.operations;
  const segments = segmentsOf(operation.path);
  return create !== undefined || replace === undefined || segments.some((one) => ACCESS.test(one) || RIGHTS.test(one));
}

/** Whether an operation is about what a user may do: to make a right of somebody is to change that one. */
function isRight({ path }: Operation): boolean {
  const [last = '', before = ''] = segmentsOf(path).toReversed();
  return RIGHTS.test(last) && USER.test(before);
}

/** Whether the body of a request names what the server has shown and the run has not made. */
function endsOthers({ body }: Request, clues: Clues): boolean {
  const named = jsonIn(body ?? '');
  return Object.entries(isObject(named) ? named : {}).some(([name, value]) =>
    [value].flat().some((one) => clues.refersToOthers(name, one)),
  );
}

/** `logOutUser` and `log-out.json` are the words "logout user" and "logout". */
const wordsOf = (text: string): string =>
  text
    .replace(/\.(json|xml)$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\b(log|sign|shut|power|roll)s? (out|off|down|back)\b/g, '$1$2');
