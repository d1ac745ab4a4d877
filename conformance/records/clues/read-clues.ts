import {
  bareOf,
  type Contract,
  formsOf,
  givenValues,
  groupedBy,
  isObject,
  isSearch,
  isWrapperName,
  jsonIn,
  memoized,
  memoizedLately,
  type Operation,
  own,
  type Parameter,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  schemaOfReply,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { beginningOf, type Exchange, jsonMediaOf, jsonOf } from '../../exchange/exchange';
import { mayHaveMore } from '../lists/paging';
import { keyOf } from '../records';
import { type ClueSource, type Naming, type Slot, saysReference } from './identity';
import { endsInSlot, ledTo, NOWHERE, type Place, placeIn, slotsBelow, slotsOf } from './places';

export type IdValue = string | number | bigint;

/** A value that may name something, as one exchange has shown it. */
export interface FoundClue extends Naming {
  readonly value: IdValue;
  /** Where the thing is that it may name. */
  readonly place: Place;
  /** In one spelling its name, and the names that say of what it is: `id` of a thing is its `thingid`. */
  readonly names: readonly string[];
  /** Whether the request has made what it may name. */
  readonly isMade: boolean;
  /** Whether the request may have made it, as the reply is by its schema a record of its place. */
  readonly isReplied?: boolean;
  /** Of what a list shows the members that name other things, by each of which the list can be asked for what belongs to one. */
  readonly within?: readonly (readonly [name: string, value: unknown])[];
  /** The same of a thing that no request makes by itself: what it names by members that each of its kind has. */
  readonly belonging?: readonly (readonly [name: string, value: unknown])[];
}

type Paths = Pick<Contract, 'operations' | 'resources'>;

/** So much of a reply is looked at. */
const MOST_ITEMS = 20;
const MOST_CLUES = 400;
const DEEPEST = 5;
const LONGEST = 200;

/** All that a successful exchange says of what things are called and where they are. */
export function readClues(exchange: Exchange, contract: Paths): readonly FoundClue[] {
  const { request, response } = exchange;
  const { operation, path, method, target } = request;
  const isPost = method === 'POST';
  const isNew = response?.status === 201;
  const base = placeOfReply(exchange, contract);
  const reply = jsonOf(exchange) ?? beginningOf(exchange) ?? tokenOf(exchange);
  // What is answered with a list asked for it, and was sent what to look for.
  const isMade = makesIn(operation, contract) !== undefined && (isNew || !Array.isArray(reply));
  const clues: FoundClue[] = [];
  const add: Walk['add'] = (clue, owner = '') => {
    if (clues.length >= MOST_CLUES || !isIdValue(clue.value)) return;
    const words = wordsIn(clue.name);
    clues.push({ ...clue, value: clue.value, words, names: namesOf(words, owner === '' ? wordIn(clue.place) : owner) });
  };
  /** What a request has made a `Location` may name anywhere, and a link of its reply in its own place. */
  const addLink = (address: string, isOfMade: boolean, within?: Place): void => {
    const led = ledTo(contract, address, target.split('?')[0] ?? '');
    for (const [index, { place, value }] of led.entries())
      add({
        source: 'link',
        name: '',
        value,
        place,
        isMade: isOfMade && index === led.length - 1 && (within?.key ?? place.key) === place.key,
      });
  };
  for (const slot of slotsOf(contract, operation)) {
    const value = own(path, slot.parameter.name);
    const isLast = endsInSlot(operation) && slot === slotsOf(contract, operation).at(-1);
    // Of what the document names itself a PUT may have found one.
    const isPut = method === 'PUT' && isLast && (isNew || !namedIn(slot.parameter).includes(keyOf(value)));
    add({ source: 'path', name: '', value, place: placeIn(contract, slot.before, path), isMade: isPut });
  }
  const location = response?.headers.get('location');
  if (location !== undefined) addLink(location, isPost && (isNew || isMade));
  for (const [name, value] of response?.headers ?? [])
    if (/[-_]id$/.test(name) && !OF_EXCHANGES.test(name))
      add({ source: 'member', name: name.replace(/^x-/, ''), value, place: base, isMade });
  const walk: Walk = {
    add,
    addLink,
    below: (name) => placeIn(contract, `${bareOf(operation.path)}/${name}`, path),
  };
  if (isPost || method === 'PUT')
    walkValue(
      jsonIn(request.body ?? ''),
      { ...walk, source: 'sent' },
      { place: base, owner: '', depth: 0, isMade, isOfUse: false },
    );
  if (isMade)
    for (const [name, value] of new URLSearchParams(target.split('?')[1] ?? ''))
      add({ source: 'sent', name, value, place: base, isMade });
  const isList = method === 'GET' && base !== NOWHERE && !endsInSlot(operation);
  const declared = propertiesOf(jsonMediaOf(exchange)?.schema ?? {});
  // Where what is shown has no path of its own, the path of the list says what it is.
  const word = bareOf(operation.path).split('/').at(-1) ?? '';
  const owner = base === NOWHERE && !word.includes('{') ? word : '';
  walkValue(
    reply,
    {
      ...{ ...walk, isList, declared, bonds: method === 'GET' ? bondsOf(operation, contract) : NO_BONDS },
      ...(isList ? { filters: filtersOf(operation) } : {}),
    },
    { place: base, owner, depth: 0, isMade, isOfUse: isPost && usesModel(operation.path) },
  );
  const home = isPost && !isMade ? homeOfReply(operation, contract) : undefined;
  if (home?.idProperty !== undefined && isObject(reply))
    add({
      ...{ source: 'member', name: home.idProperty, value: own(reply, home.idProperty), isMade, isReplied: true },
      place: placeIn(contract, home.collectionPath, {}),
    });
  return clues;
}

/** The resource at the top a record of which an operation replies with. */
const homeOfReply = (operation: Operation, { resources }: Paths): Resource | undefined =>
  resources.find(({ schema, collectionPath }) => schema === schemaOfReply(operation) && !collectionPath.includes('{'));

const NO_BONDS: ReadonlySet<string> = new Set();

/**
 * The members by which each record that an operation shows names another thing, where nothing makes such a record by itself: it came
 * along with that, as an invoice does with what is paid for.
 */
function bondsOf(operation: Operation, { resources }: Paths): ReadonlySet<string> {
  const resource = resources.find(
    ({ collectionPath, itemPath }) => operation.path === collectionPath || operation.path === itemPath,
  );
  return resource === undefined || resource.operations.create !== undefined ? NO_BONDS : bondsIn(resource.schema);
}

const bondsIn = memoized((schema: Schema): ReadonlySet<string> => {
  const bonds = [...propertiesOf(schema).values()].filter(
    ({ name, required, schema: member }) => required && saysReference(name) && !typesOf(member).includes('null'),
  );
  return new Set(bonds.map(({ name }) => name));
});

const filtersOf = ({ parameters }: Operation): ReadonlySet<string> =>
  new Set(parameters.filter((one) => one.in === 'query' && saysReference(one.name)).map(({ name }) => name));

/** So few records of a list are no page of a longer one, unless the document has shorter pages, or the reply says so. */
const FEW = 10;

/** The place of which a reply shows all that is there, where it does. */
export function wholePlaceOf(exchange: Exchange, contract: Paths): Place | undefined {
  const { request, response } = exchange;
  const { operation, target } = request;
  if (operation.method !== 'GET' || target.includes('?') || response?.headers.has('link') === true) return undefined;
  const reply = jsonOf(exchange);
  const lists = Array.isArray(reply) ? [reply] : Object.values(isObject(reply) ? reply : {}).filter(Array.isArray);
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0 || endsInSlot(operation)) return undefined;
  const listed = contract.resources.find(({ operations }) => operations.list === operation);
  const { default: size } = (listed?.paging?.size ?? listed?.pageSize)?.schema ?? {};
  const most = typeof size === 'number' ? Math.min(size, FEW) : FEW;
  if (list.length >= most || (listed && mayHaveMore(exchange, listed, list.length))) return undefined;
  return placeOfReply(exchange, contract);
}

/**
 * Where the things are that a reply is about: in the collection that the path names, or beside the one that it names; else in the
 * one at the top that has the name at the end of the path, as `/makers/{id}/things` may show what is read at `/things/{id}`.
 */
function placeOfReply({ request: { operation, path } }: Exchange, contract: Paths): Place {
  const bare = bareOf(operation.path);
  const above = bare.slice(0, bare.lastIndexOf('/'));
  const [there, beside] = [placeIn(contract, bare, path), placeIn(contract, above, path)];
  if (there !== NOWHERE || endsInSlot(operation)) return there === NOWHERE ? beside : there;
  const home = homeOf(bare, contract);
  return home === undefined ? beside : placeIn(contract, home, path);
}

/** The collection at the top that is named like the last segment of a path, or like that and what it lies below. */
function homeOf(path: string, contract: Paths): string | undefined {
  const [word = '', above = ''] = bareOf(path)
    .split('/')
    .filter((segment) => !segment.includes('{'))
    .toReversed();
  const names = [plain(word), ...formsOf(above).map((form) => form + plain(word))];
  return homesIn(contract).find(({ name, before }) => before !== path && names.includes(name))?.before;
}

/** The collections at the top, each with the name at its end. */
const homesIn = memoized((contract: Paths): readonly { readonly name: string; readonly before: string }[] => {
  const slots = contract.operations.flatMap((operation) => slotsOf(contract, operation));
  const homes = slots.filter(({ shape }) => !shape.includes('{}'));
  return [...groupedBy(homes, ({ before }) => before)].map(([before, [{ fixed }]]) => ({
    name: plain(fixed.at(-1) ?? ''),
    before,
  }));
});

/** The values that a document names for a parameter, as texts. */
const namedIn = ({ schema, examples }: Parameter): readonly string[] =>
  [...examples.map(({ value }) => value), ...givenValues(schema)].map(keyOf);

/** Words that end the path of a create where it is not that of the collection. */
const MAKES = /^(create|new|add|import|upload|register)$/i;

/** The collection in which a POST makes something; undefined where it rather does something else, and of all other methods. */
export function makesIn(operation: Operation, contract: Paths): string | undefined {
  const { method, path } = operation;
  if (method !== 'POST' || isSearch(operation)) return undefined;
  if (slotsBelow(contract, path).length > 0) return path;
  // What names a thing itself is about that.
  if (endsInSlot({ path })) return undefined;
  const end = bareOf(path).lastIndexOf('/');
  const above = path.slice(0, end);
  if (MAKES.test(bareOf(path).slice(end + 1)) && slotsBelow(contract, above).length > 0) return above;
  const home = homeOf(path, contract);
  // What is made elsewhere, too, may only be put in relation here.
  const isMadeAtHome = contract.operations.some((one) => one.method === 'POST' && one.path === home && !isSearch(one));
  return isMadeAtHome ? undefined : home;
}

/**
 * Whether a POST to a path puts a model to use, or makes another one of it: an instance of a definition, a copy of a template. What
 * comes of that is the client's own, and the model stays as it is.
 */
export function usesModel(path: string): boolean {
  const fixed = bareOf(path)
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return USES.test(fixed.at(-1) ?? '') && fixed.slice(0, -1).some((segment) => MODEL.test(segment));
}

const USES = /^(start|run|trigger|launch|instantiate|execute|evaluate|materialize|clone|copy|duplicate|fork)(-|_|$)/i;
const MODEL = /(definition|template|blueprint|prototype|recipe)s?$/i;

/** The slots of what an operation lists or makes. */
export function showsIn(operation: Operation, contract: Paths): readonly Slot[] {
  const path = operation.method === 'GET' ? operation.path : makesIn(operation, contract);
  return path === undefined ? [] : slotsBelow(contract, path);
}

/** Headers that name the request, not a thing. */
const OF_EXCHANGES = /request|trace|span|correlation|session|client|transaction/;

const isIdValue = (value: unknown): value is IdValue =>
  (typeof value === 'string' && value !== '' && value.length <= LONGEST) ||
  typeof value === 'bigint' ||
  Number.isInteger(value);

function namesOf(words: readonly string[], owner: string): readonly string[] {
  const name = words.join('');
  return name === '' ? ownersIn(owner) : [name, ...ownersIn(owner).map((one) => one + name)];
}

/** A reply has the same names again and again. */
const MOST_NAMES = 2 ** 18;
const wordsIn = memoizedLately(MOST_NAMES, wordsOf);
/** The names of a thing by what it is: `order lines` are `orderline`, `line` and their plurals. */
const ownersIn = memoizedLately(MOST_NAMES, (word): readonly string[] => [
  ...new Set([word, ...wordsOf(word).slice(-1)].flatMap(formsOf).filter((form) => form !== '')),
]);

const wordIn = ({ slots }: Place): string => slots[0]?.fixed.at(-1) ?? '';

/** How a value is looked through. */
interface Walk {
  readonly add: (
    clue: Omit<FoundClue, 'names' | 'words' | 'value'> & { readonly value: unknown },
    owner?: string,
  ) => void;
  readonly addLink: (address: string, isOfMade: boolean, within?: Place) => void;
  /** Where the things are of which a member of the whole reply tells. */
  readonly below: (name: string) => Place;
  readonly source?: ClueSource;
  /** Whether what stands in arrays is what the whole reply is about. */
  readonly isList?: boolean;
  /** The names of references by which a list can be asked for what belongs to one thing. */
  readonly filters?: ReadonlySet<string>;
  /** The names of references that what is shown always has. */
  readonly bonds?: ReadonlySet<string>;
  /** The members that the whole has by the document. */
  readonly declared?: ReadonlyMap<string, unknown>;
}

interface At {
  readonly place: Place;
  /** What the thing is, where it is none of its place. */
  readonly owner: string;
  readonly depth: number;
  readonly isMade: boolean;
  /** Whether it is what came of a model that the request has put to use, and not a thing within that. */
  readonly isOfUse: boolean;
}

function walkValue(value: unknown, walk: Walk, at: At): void {
  if (at.depth > DEEPEST) return;
  if (Array.isArray(value)) {
    // What a list shows was there before, but for what says that it is the whole itself.
    const item = { ...at, depth: at.depth + 1 };
    for (const one of value.slice(0, MOST_ITEMS))
      walkValue(one, walk, { ...item, isMade: at.isMade && isObject(one) && isSelf(one) });
  } else if (isObject(value)) walkObject(value, walk, at);
  else walk.add({ source: 'item', name: at.owner, value, place: at.place, isMade: at.isMade });
}

function walkObject(value: Readonly<Record<string, unknown>>, walk: Walk, at: At): void {
  const { source = 'member', declared, filters, bonds = NO_BONDS } = walk;
  const { place, owner, isMade } = at;
  const members = Object.entries(value).slice(0, 4 * MOST_ITEMS);
  const inside = { ...at, depth: at.depth + 1 };
  const wholeIn = (name: string): NonNullable<FoundClue['within']> => {
    const isIts = formsOf(wordIn(place)).some((form) => `${form}id` === plain(name));
    const one = own(value, name) ?? (isIts ? own(value, 'id') : undefined);
    return isIdValue(one) ? [[name, one]] : [];
  };
  const shown = {
    ...(filters === undefined ? {} : { within: [...filters].flatMap(wholeIn) }),
    ...(bonds.size === 0 ? {} : { belonging: [...bonds].flatMap(wholeIn) }),
  };
  const isMap =
    source !== 'sent' &&
    members.length > 0 &&
    members.every(([name, one]) => isObject(one) && !isAround(name) && !(at.depth === 0 && declared?.has(name)));
  // What is sent may have the record beside what goes with it, such as a password.
  const isOfParts = source === 'sent' && at.depth === 0 && members.every(([, one]) => isObject(one));
  for (const [name, member] of members) {
    if (isMap) {
      walk.add({ source: 'key', name: owner, value: name, place, isMade: false });
      walkValue(member, walk, { ...inside, isMade: false, isOfUse: false });
    } else if (typeof member !== 'object') {
      walk.add({ source, name, value: member, place, isMade, ...shown }, owner);
      if (source !== 'sent' && typeof member === 'string' && isAddress(member, name)) {
        // What a model was used for is elsewhere, and says where by itself.
        const isOfUse = at.isOfUse && (name === 'self' || isSelf(value));
        walk.addLink(member, isMade || isOfUse, isOfUse ? undefined : place);
      }
    } else if (isAround(name) || isOfParts || isOfWord(name, place) || (walk.isList === true && at.depth === 0))
      walkValue(member, walk, inside);
    else if (member !== null) {
      const below = at.depth === 0 && source !== 'sent' ? walk.below(name) : NOWHERE;
      walkValue(member, walk, { place: below, owner: name, depth: inside.depth, isMade: false, isOfUse: false });
    }
  }
}

const isSelf = (link: Readonly<Record<string, unknown>>): boolean => own(link, 'rel') === 'self';

/** Whether a member holds more of the same thing, or the thing itself. */
const isAround = (name: string): boolean =>
  isWrapperName(name) || /^_?(meta|metadata|attributes|spec|links|self|properties|info)$/i.test(name);

const isOfWord = (name: string, place: Place): boolean =>
  formsOf(wordIn(place)).some((form) => formsOf(name).includes(form));

const isAddress = (text: string, name: string): boolean =>
  /^https?:\/\/|^\//.test(text) || (/^(self|href|url|uri|link)$/i.test(name) && text.includes('/'));

/** A reply that is a text of one word, as some tell an id. */
function tokenOf({ response }: Exchange): string | undefined {
  const text = response?.body.text?.trim() ?? '';
  return response?.body.json !== undefined && /^[\w.:@-]{1,100}$/.test(text) ? text : undefined;
}
