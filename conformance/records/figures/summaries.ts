/** What a read of figures, which are no record of a list, says that it sums up: a statement, a balance, a report of sales. */
import {
  type Contract,
  itemsOf,
  jsonMediaType,
  memoized,
  type Operation,
  own,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  sentencesIn,
  successOf,
  templateNames,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { isFigure } from '../../exchange/decimals';
import { innerOf, valueIn } from '../inner';
import { conditionsOf } from '../lists/conditions';
import { sentencesOf, withNoun } from '../marked';
import type { JsonRecord } from '../records';
import { type Meant, meantBy, phrased, withoutAside } from '../related/child-words';
import { figureAt, type Total, totalSaid } from '../related/total-words';
import { statesOf } from '../states/states';

/** What a reply tells of the records of one list. */
export interface Summary {
  readonly child: Resource;
  /** The member of a record that names the one that the summary is of, and the parameter of the path; undefined where it is of all. */
  readonly owner: { readonly parameter: string; readonly member: string } | undefined;
  /** The members that the reply and the records both have; those of which words say that other records are left out. */
  readonly shared: readonly { readonly name: string; readonly isChosen: boolean }[];
  readonly figures: readonly Figure[];
  readonly rows: Rows | undefined;
}

/** A figure by its name in the reply, or in a row: `counts.draft`. */
export interface Figure extends Pick<Total, 'countOf' | 'isCounted'> {
  readonly name: string;
  /** Whether it is the first or the last instant of those, and no number. */
  readonly instant?: 'first' | 'last';
}

/** A row for each value that counted records have in a member. */
export interface Rows {
  readonly name: string;
  readonly key: string;
  readonly isCounted: Meant;
  readonly isSorted: boolean;
  readonly figures: readonly Figure[];
}

/** The summaries that the reply of an operation is, one for each list of whose records it tells. */
export function summariesOf({ resources }: Contract, operation: Operation): readonly Summary[] {
  const said = summarySaid(operation);
  if (said === undefined) return [];
  return resources.flatMap((child): readonly Summary[] => {
    const { list } = child.operations;
    const parameters = templateNames(operation.path);
    if (list === undefined || list === operation || child.idProperty === undefined || list.path.includes('{'))
      return [];
    const member = [...propertiesOf(child.schema).keys()].find((name) => plain(name) === plain(parameters[0] ?? ''));
    if (parameters.length > 1 || (parameters.length === 1 && member === undefined)) return [];
    // What a list leaves out unasked may be summed up all the same.
    const isNarrowed =
      child.filters.some(({ parameter }) => parameter.schema.default !== undefined) ||
      conditionsOf(child).some(({ unasked }) => unasked !== undefined) ||
      list.parameters.some(({ name, schema }) => typesOf(schema).includes('boolean') && WIDENS.test(name));
    const rows = isNarrowed ? undefined : rowsIn(said, child);
    const figures = isNarrowed ? [] : figuresIn(said, child);
    if (figures.length === 0 && rows === undefined) return [];
    const [parameter] = parameters;
    const owner = parameter === undefined || member === undefined ? undefined : { parameter, member };
    return [{ child, owner, shared: sharedIn(said, child, owner?.member), figures, rows }];
  });
}

const WIDENS = /^(?:include|with|show|all|archived|deleted|hidden)/i;

/** What an operation says: the schema of its reply, and its sentences. */
interface Said {
  readonly operation: Operation;
  readonly schema: Schema;
  readonly members: readonly Property[];
  readonly sentences: readonly string[];
}

const summarySaid = memoized((operation: Operation): Said | undefined => {
  const schema = jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;
  const sentences = [operation.summary, operation.description].flatMap(sentencesIn).map(withoutAside);
  if (operation.method !== 'GET' || schema === undefined || itemsOf(schema) !== undefined) return undefined;
  if (sentences.some((text) => LAGS.test(text))) return undefined;
  return { operation, schema, members: [...propertiesOf(schema).values()], sentences };
});

/** That it is not as of now. */
const LAGS =
  /\b(?:cached?|delay\w*|lags?|nightly|hourly|daily|overnight|every \w+|eventual\w*|approximate\w*|estimate\w*|up to \w+ (?:minutes?|hours?|days?|seconds?) (?:old|late|behind)|last (?:day|week|month|year|\d+)|snapshot|yesterday)\b/i;

const descriptionOf = (schema: Schema): string => String(schema.description ?? '');

/** Figures of all records, each with its own words, with those of the sentences around, or as one of the states of an object. */
function figuresIn({ members, sentences }: Said, child: Resource): readonly Figure[] {
  return members.flatMap((member): readonly Figure[] => {
    const { schema, writeOnly } = member;
    if (writeOnly || itemsOf(schema) !== undefined) return [];
    if (propertiesOf(schema).size > 0) {
      const counts = countsByState(member, sentences, child);
      return counts.length > 0 ? counts : innerOf(member).flatMap((one) => figureSaid(one, [], child) ?? []);
    }
    return [figureSaid(member, sentences, child) ?? []].flat();
  });
}

function figureSaid({ name, schema }: Property, sentences: readonly string[], child: Resource): Figure | undefined {
  const [text = ''] = sentencesOf(withoutAside(descriptionOf(schema)));
  const instant = instantIn(text, child);
  if (instant !== undefined) return { name, ...instant };
  if (!isFigure(schema)) return undefined;
  const total = HEDGED.test(bare(text)) ? undefined : totalSaid(itsOwn(text), child);
  if (total !== undefined) return { name, ...total };
  // What is added up is told here, and of which records around.
  const path = text === '' ? name : SUM_ALONE.exec(text)?.[1];
  if (path === undefined) return undefined;
  const isCounted = sentences.map((one) => sumsIn(one, name, child)).find((one) => one !== undefined);
  const countOf = isCounted && figureAt(path, child);
  return countOf === undefined || isCounted === undefined ? undefined : { name, countOf, isCounted };
}

/** `total`, `paid` and `due` are sums over the placed orders: of their members of these names. */
function sumsIn(text: string, name: string, child: Resource): Meant | undefined {
  const { names, what } = SUMS_OF.exec(text)?.groups ?? {};
  if (names === undefined || what === undefined || !names.includes(`\`${name}\``)) return undefined;
  return meantWhole(what, child);
}

const SUMS_OF =
  /^\W*(?<names>(?:`\w+`(?:, (?:and )?| and )?)+) (?:are|is) (?:the |an? )?sums? (?:over|of|across|for) (?<what>[^.;:]+)[.;]?$/i;

/** Whom a text means that is a phrase for records of a resource alone. */
function meantWhole(text: string, child: Resource): Meant | undefined {
  const said = phrased(itsOwn(text.trim()), child);
  return meantBy(/^(?:for |over |of )?‹([^›]*)›$/.exec(said)?.[1], child);
}

/** `The customer's orders`, `its orders` are those that it sums up anyway. */
const itsOwn = (text: string): string =>
  text
    .replaceAll(/\b(?:the|this|an?|each) (\p{L}+(?:[ -]\p{L}+)?)['’]s? (?:own )?/giu, 'its ')
    .replaceAll(/\b(are|is)n['’]t\b/gi, '$1 not');

const bare = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

/** What makes a figure another one, or leaves open which records are meant. */
const HEDGED =
  /\b(?:net of|minus|less|without|except|excluding|plus|including|converted|unless|once|until|after|before|when|may|last|latest|distinct|different|unique|average|mean|max\w*|min\w*|round\w*)\b/i;

/** `Number of orders in each status`: of an object with members that are called as the states are. */
function countsByState({ name, schema }: Property, sentences: readonly string[], child: Resource): readonly Figure[] {
  const states = statesOf(child);
  const inner = [...propertiesOf(schema).values()].filter((one) => states?.values.includes(one.name));
  const texts = [descriptionOf(schema), ...(descriptionOf(schema) === '' ? sentences : [])];
  const isSaid = texts.some((text) => BY_STATE.test(withNoun(itsOwn(text), child)));
  if (!isSaid || inner.length < 2 || !inner.every((one) => typesOf(one.schema).includes('integer'))) return [];
  return inner.map((one) => ({
    name: `${name}.${one.name}`,
    countOf: () => 1,
    isCounted: (state) => state === one.name,
  }));
}

const BY_STATE =
  /\b(?:numbers?|counts?|how many) (?:of )?(?:the |all |its )*‹›,? (?:in|per|by|for)(?: each| every| its| their)? (?:state|status|stage|phase)\b/i;

/** `created_at` of the newest order. */
function instantIn(text: string, child: Resource): Omit<Figure, 'name'> | undefined {
  const said = phrased(itsOwn(text), child);
  const { path, which, whom } = INSTANT_OF.exec(said)?.groups ?? {};
  const schema = path === undefined ? undefined : propertiesOf(child.schema).get(path)?.schema;
  const isCounted = meantBy(whom, child);
  if (path === undefined || schema?.format !== 'date-time' || isCounted === undefined) return undefined;
  // The newest is the last by when it was made.
  if (!/creat|^at$|made/i.test(path)) return undefined;
  const countOf = (record: JsonRecord): number | undefined => {
    const at = Date.parse(String(own(record, path)));
    return Number.isNaN(at) ? undefined : at;
  };
  return { countOf, isCounted, instant: /^(?:newest|latest|last|most)/i.test(which ?? '') ? 'last' : 'first' };
}

const INSTANT_OF =
  /^\W*(?:the )?`(?<path>\w+)` of (?:the|its) (?<which>newest|latest|most recent|last|oldest|earliest|first) ‹(?<whom>[^›]*)›(?:[,;] `?null`? (?:without|if|when|where|while)\b[^.;]*)?\W*$/i;

/** One row for each currency in which there are such records. */
function rowsIn({ members, sentences }: Said, child: Resource): Rows | undefined {
  const [list, other] = members.filter(({ schema }) => propertiesOf(itemsOf(schema) ?? {}).size > 1);
  if (list === undefined || other !== undefined) return undefined;
  const items = [...propertiesOf(itemsOf(list.schema) ?? {}).values()];
  const shown = propertiesOf(child.schema);
  const keys = items.filter(
    ({ name, schema }) => shown.has(name) && !isFigure(schema) && typesOf(schema).includes('string'),
  );
  const [key] = keys;
  const texts = [descriptionOf(list.schema), ...sentences].map((text) => withoutAside(text));
  const isCounted = key && texts.map((text) => rowsSaid(text, key.name, child)).find((one) => one !== undefined);
  if (key === undefined || keys.length > 1 || isCounted === undefined) return undefined;
  const figures = items.flatMap((one): readonly Figure[] => {
    const figure = one === key ? undefined : rowFigure(one, isCounted, child);
    return figure === undefined ? [] : [figure];
  });
  const isSorted = texts.some((text) => SORTED.test(text));
  return { name: list.name, key: key.name, isCounted, isSorted, figures };
}

/** Whom rows are made of: `one entry for each currency with a submitted or dispatched order`. */
function rowsSaid(text: string, key: string, child: Resource): Meant | undefined {
  return sentencesOf(text)
    .map((sentence) => {
      const said = phrased(itsOwn(sentence), child);
      const word = wordsOf(key).join('[ _-]?');
      const each = `\\bone (?:row|entry|item|element|line|object|record) (?:for (?:each|every)|per) \`?${word}\`?`;
      const form = new RegExp(
        `${each} (?:(?:in|for|of) which (?:there (?:is|are)|it has|they have)|with|that has|of)(?: an?| any| at least one)? ‹([^›]*)›`,
        'iu',
      );
      const [, before] = new RegExp(`^\\W*sums?(?: up)? ‹([^›]*)›,? ${each}`, 'iu').exec(said) ?? [];
      return meantBy(form.exec(said)?.[1] ?? before, child);
    })
    .find((one) => one !== undefined);
}

/** What a figure of a row says of the records of that row: `Sum of `total`.` */
function rowFigure({ name, schema }: Property, isCounted: Meant, child: Resource): Figure | undefined {
  const [text = ''] = sentencesOf(descriptionOf(schema));
  if (!isFigure(schema)) return undefined;
  const [, path] = SUM_ALONE.exec(text) ?? [];
  const countOf = path === undefined ? undefined : figureAt(path, child);
  if (countOf !== undefined) return { name, countOf, isCounted };
  // Such a count has no other meaning.
  const isCount =
    /(?:^|[_-])counts?$|Counts?$/.test(name) && withNoun(wordsOf(name).slice(0, -1).join(' '), child) === '‹›';
  return isCount && text === '' ? { name, countOf: () => 1, isCounted } : undefined;
}

/** Which records are meant is told elsewhere. */
const SUM_ALONE = /^\W*(?:the )?(?:sum|total) of (?:(?:the|all|their) )*`([\w.]+)`\W*$/i;

const SORTED =
  /\bin alphabetical order\b|\balphabetically\b|\b(?:sorted |ordered |in order )?by (?:the )?(?:currency|name)(?: code)?\W*$/i;

/** `Sums up the orders in one currency`: those in others are left out, and the reply tells which that is. */
function sharedIn(
  { operation, members, sentences }: Said,
  child: Resource,
  owner: string | undefined,
): Summary['shared'] {
  const shown = propertiesOf(child.schema);
  return members
    .filter(
      ({ name, schema }) => shown.has(name) && !isFigure(schema) && name !== owner && propertiesOf(schema).size === 0,
    )
    .map(({ name, schema }) => {
      const parameter = operation.parameters.find((one) => one.in === 'query' && plain(one.name) === plain(name));
      const word = wordsOf(name).join('[ _-]?');
      const chosen = new RegExp(
        `\\bin (?:one|a single|this|that|the (?:same|given|asked|requested)) ${word}\\b|\\bother ${word.replace(/y$/, '(?:y|ie)')}s? (?:are|is) (?:left out|not counted|ignored|not included)|\\b${word} (?:to sum up|of the \\p{L}+)\\W*$`,
        'iu',
      );
      const texts = [...sentences, descriptionOf(schema), ...sentencesOf(parameter?.description ?? '')];
      return { name, isChosen: texts.some((text) => chosen.test(text)) };
    });
}

/** A figure as the records make it; undefined where one of them does not tell it, or it is not known whether it counts. */
export function workedOut(
  { countOf, isCounted, instant }: Figure,
  records: readonly JsonRecord[],
  child: Resource,
): number | null | undefined {
  const states = statesOf(child);
  const meant = records.map((record) => isCounted(states && own(record, states.property)));
  if (meant.includes(undefined)) return undefined;
  const counts = records.filter((_, at) => meant[at] === true).map(countOf);
  const told = counts.filter((one) => one !== undefined);
  if (told.length < counts.length) return undefined;
  if (instant === undefined) return told.reduce((sum, one) => sum + one, 0);
  if (told.length === 0) return null;
  return instant === 'last' ? Math.max(...told) : Math.min(...told);
}

/** What a reply, or a row of it, shows of a figure, to be held against that. */
export function figureShown({ name, instant }: Figure, reply: JsonRecord): unknown {
  const shown = valueIn(reply, name);
  return instant === undefined || shown === null ? shown : Date.parse(String(shown));
}
