/** What words beside the members of a reply say that its figures, and rows of figures, are made of. */
import {
  itemsOf,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { isFigure } from '../../exchange/decimals';
import { innerOf } from '../inner';
import { quoted, sentencesOf, withNoun } from '../marked';
import type { JsonRecord } from '../records';
import { type Meant, meantBy, phrased, withoutAside } from '../related/child-words';
import { BEYOND, figureAt, OWNERS, type Total, totalSaid } from '../related/total-words';
import { statesOf } from '../states/states';

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

/** What an operation says: the schema of its reply, and its sentences. */
export interface Said {
  readonly operation: Operation;
  readonly schema: Schema;
  readonly members: readonly Property[];
  readonly sentences: readonly string[];
}

export const descriptionOf = (schema: Schema): string => String(schema.description ?? '');

/** Figures of all records, each with its own words, with those of the sentences around, or as one of the states of an object. */
export function figuresIn({ members, sentences }: Said, child: Resource): readonly Figure[] {
  return inSequence(members, child).flatMap((member): readonly Figure[] => {
    const { schema, writeOnly } = member;
    if (writeOnly || itemsOf(schema) !== undefined || isOfSame(descriptionOf(schema), child)) return [];
    if (propertiesOf(schema).size > 0) {
      const counts = countsByState(member, sentences, child);
      return counts.length > 0 ? counts : innerOf(member).flatMap((one) => figureSaid(one, [], child) ?? []);
    }
    return [figureSaid(member, sentences, child) ?? []].flat();
  });
}

/** `Sum of x over the same orders`: those of the figure before. */
function inSequence(members: readonly Property[], child: Resource): readonly Property[] {
  let whom: string | undefined;
  return members.map((member) => {
    const text = descriptionOf(member.schema);
    const whole = whom === undefined || !isOfSame(text, child) ? text : text.replace(SAME, whom);
    whom = WHOM.exec(whole)?.[1] ?? whom;
    return whole === text ? member : { ...member, schema: { ...member.schema, description: whole } };
  });
}

const isOfSame = (text: string, child: Resource): boolean => {
  const [, noun] = SAME.exec(text) ?? [];
  return noun !== undefined && withNoun(noun, child) === '‹›';
};
const SAME = /\b(?:the )?(?:same|these|those) (\p{L}+)(?=\W*$)/iu;
const WHOM = /^[^.;]*?\b(?:over|of) (?:all )?((?:the|its) (?!same\b)[^.;:`]+\b(?:that|which) (?:are|is)\b[^.;:]+)/i;

/** Whether a sentence that is about all of it names states, and no figures, rows or counts by state. */
export const isOfSomeStates = ({ schema, sentences }: Said, child: Resource): boolean =>
  [...sentences, ...sentencesOf(descriptionOf(schema))].some(
    (text) =>
      quoted(text, statesOf(child)?.values ?? []).includes('«') &&
      ![SUMS_OF, OF_ROWS].some((form) => form.test(text)) &&
      !BY_STATE.test(withNoun(itsOwn(text), child)),
  );

const OF_ROWS = /\bone (?:row|entry|item|element|line|object|record) (?:for (?:each|every)|per)\b/i;

/** That some do not count, behind what a figure is. */
const saysLess = (more: readonly string[]): boolean =>
  more.some((text) =>
    /\b(?:not|never|no|nothing|only|without|except|left out|ignored|excluded?)\b|n['’]t\b/i.test(text),
  );

function figureSaid({ name, schema }: Property, sentences: readonly string[], child: Resource): Figure | undefined {
  const [text = '', ...more] = sentencesOf(withoutAside(descriptionOf(schema)));
  if (saysLess(more)) return undefined;
  const instant = instantIn(text, child);
  if (instant !== undefined) return { name, ...instant };
  if (!isFigure(schema)) return undefined;
  const isCertain = !BEYOND.test(bare(text)) && (/^\W*(?:the )?number of\b/i.test(text) || SUM_OF_MEMBER.test(text));
  const total = isCertain ? totalSaid(itsOwn(text), child) : undefined;
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
const itsOwn = (text: string): string => text.replaceAll(OWNERS, 'its ').replaceAll(/\b(are|is)n['’]t\b/gi, '$1 not');

const bare = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

/** A sum names in code what it adds up: `total tax` may be of anything. */
const SUM_OF_MEMBER = /^\W*(?:the )?(?:sum|total) of (?:(?:the|all|its|their) )*`[\w.]+` /i;

/** `Number of orders in each status`: of an object with members that are called as the states are. */
function countsByState({ name, schema }: Property, sentences: readonly string[], child: Resource): readonly Figure[] {
  const states = statesOf(child);
  const inner = [...propertiesOf(schema).values()].filter((one) => states?.values.includes(one.name));
  const texts = [descriptionOf(schema), ...(descriptionOf(schema) === '' ? sentences : [])];
  const isSaid = texts.some((text) => BY_STATE.test(withNoun(itsOwn(text), child)));
  if (saysLess(sentencesOf(descriptionOf(schema)).slice(1))) return [];
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
export function rowsIn({ members, sentences }: Said, child: Resource): Rows | undefined {
  const [list, other] = members.filter(({ schema }) => propertiesOf(itemsOf(schema) ?? {}).size > 1);
  if (list === undefined || other !== undefined || list.schema.maxItems !== undefined) return undefined;
  if (/\b(?:largest|top|first|best|most|up to)\b/i.test(descriptionOf(list.schema))) return undefined;
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
  const [text = '', ...more] = sentencesOf(descriptionOf(schema));
  if (!isFigure(schema) || saysLess(more)) return undefined;
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
  /\bin alphabetical order\b|\balphabetically\b|\b(?:sorted|ordered|in order) by (?:the )?(?:currency|name)(?: code)?\W*$|, by (?:the )?currency code\W*$/i;
