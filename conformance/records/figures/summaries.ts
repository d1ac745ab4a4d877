/** What a read of figures, which are no record of a list, says that it sums up: a statement, a balance, a report of sales. */
import {
  type Contract,
  itemsOf,
  jsonMediaType,
  memoized,
  type Operation,
  own,
  plain,
  propertiesOf,
  type Resource,
  sentencesIn,
  successOf,
  templateNames,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { isFigure } from '../../exchange/decimals';
import { valueIn } from '../inner';
import { conditionsOf } from '../lists/conditions';
import { sentencesOf } from '../marked';
import type { JsonRecord } from '../records';
import { withoutAside } from '../related/child-words';
import { statesOf } from '../states/states';
import { descriptionOf, type Figure, figuresIn, isOfSomeStates, type Rows, rowsIn, type Said } from './summary-words';

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

/** The summaries that the reply of an operation is, one for each list of whose records it tells. */
export function summariesOf({ resources }: Contract, operation: Operation): readonly Summary[] {
  const said = summarySaid(operation);
  if (said === undefined) return [];
  const found = resources.flatMap((child): readonly Summary[] => {
    const { list } = child.operations;
    const parameters = templateNames(operation.path);
    if (list === undefined || list === operation || child.idProperty === undefined || list.path.includes('{'))
      return [];
    const member = [...propertiesOf(child.schema).keys()].find(
      (name) => name !== child.idProperty && plain(name) === plain(parameters[0] ?? ''),
    );
    if (parameters.length > 1 || (parameters.length === 1 && member === undefined)) return [];
    // What a list leaves out unasked may be summed up all the same.
    const isNarrowed =
      child.filters.some(({ parameter }) => parameter.schema.default !== undefined) ||
      conditionsOf(child).some(({ unasked }) => unasked !== undefined) ||
      list.parameters.some(({ name, schema }) => typesOf(schema).includes('boolean') && WIDENS.test(name));
    const rows = isNarrowed ? undefined : rowsIn(said, child);
    // `Sums up the paid orders` is said of each figure that does not say so itself.
    const figures = isNarrowed || isOfSomeStates(said, child) ? [] : figuresIn(said, child);
    if (figures.length === 0 && rows === undefined) return [];
    const [parameter] = parameters;
    const owner = parameter === undefined || member === undefined ? undefined : { parameter, member };
    const shared = sharedIn(said, child, owner?.member);
    return isOfAll(operation, shared) ? [{ child, owner, shared, figures, rows }] : [];
  });
  // Orders, and draft orders: which of them a figure is of is not told.
  const claims = found.flatMap(({ figures }) => figures.map(({ name }) => name));
  const isClaimedOnce = ({ name }: Figure): boolean => claims.indexOf(name) === claims.lastIndexOf(name);
  const isOnly = found.filter(({ rows }) => rows !== undefined).length < 2;
  return found
    .map((one) => ({ ...one, figures: one.figures.filter(isClaimedOnce), rows: isOnly ? one.rows : undefined }))
    .filter(({ figures, rows }) => figures.length > 0 || rows !== undefined);
}

/** Whether nothing narrows what is summed up but what the reply itself tells: a parameter may, or what it is without one. */
const isOfAll = ({ parameters }: Operation, shared: Summary['shared']): boolean =>
  parameters.every(
    ({ in: place, name, required, description, schema }) =>
      place !== 'query' ||
      shared.some((one) => one.isChosen && plain(one.name) === plain(name)) ||
      (!required && schema.default === undefined && ONLY.test(description) && !/\bdefaults?\b/i.test(description)),
  );

const ONLY = /^(?:only|keeps?|limits?|restricts?)\b/i;

const WIDENS = /^(?:include|with|show|all|archived|deleted|hidden)/i;

const summarySaid = memoized((operation: Operation): Said | undefined => {
  const schema = jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;
  const sentences = [operation.summary, operation.description].flatMap(sentencesIn).map(withoutAside);
  if (operation.method !== 'GET' || schema === undefined || itemsOf(schema) !== undefined) return undefined;
  const around = [...sentences, descriptionOf(schema), ...operation.parameters.map(({ description }) => description)];
  if (around.some((text) => LAGS.test(text))) return undefined;
  if ([...sentences, ...sentencesOf(descriptionOf(schema))].some(leavesOut)) return undefined;
  return { operation, schema, members: [...propertiesOf(schema).values()], sentences };
});

/** That it is not as of now. */
const LAGS =
  /\b(?:cached?|delay\w*|lags?|nightly|hourly|daily|overnight|every \w+|eventual\w*|approximate\w*|estimate\w*|up to \w+ (?:minutes?|hours?|days?|seconds?) (?:old|late|behind)|(?:last|this|current|past) (?:day|week|month|quarter|year|period|\d+)|monthly|weekly|yearly|today\w*|snapshot|yesterday)\b/i;
/** Some are left out, and no figure tells which: but for those of another value, and for what is said of keys. */
const leavesOut = (text: string): boolean =>
  LEAVES_OUT.test(text) && !OF_OTHER_VALUES.test(text) && !/^\W*(?:\p{L}+ ){1,2}only\W*$/iu.test(text);

const LEAVES_OUT =
  /\b(?:left out|leaves? out|not counted|(?:do|does)(?: not|n['’]t) count|ignored|excluded?|excluding|only|except|without|apart from|other than|but not|non-\w+)\b/i;
const OF_OTHER_VALUES = /^(?!.*\b(?:and|that|which)\b).*\b(?:currenc\w*|other \w+)\b/i;

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

/** The records that count; undefined where it is not known of one of them. */
export function countedOf(
  { isCounted }: Pick<Figure, 'isCounted'>,
  records: readonly JsonRecord[],
  child: Resource,
): readonly JsonRecord[] | undefined {
  const states = statesOf(child);
  const meant = records.map((record) => isCounted(states && own(record, states.property)));
  return meant.includes(undefined) ? undefined : records.filter((_, at) => meant[at] === true);
}

/** A figure as the records make it; undefined where one of them does not tell it, or it is not known whether it counts. */
export function workedOut(figure: Figure, records: readonly JsonRecord[], child: Resource): number | null | undefined {
  const { countOf, instant } = figure;
  const counts = countedOf(figure, records, child)?.map(countOf);
  const told = counts?.filter((one) => one !== undefined);
  if (counts === undefined || told === undefined || told.length < counts.length) return undefined;
  if (instant === undefined) return told.reduce((sum, one) => sum + one, 0);
  if (told.length === 0) return null;
  return instant === 'last' ? Math.max(...told) : Math.min(...told);
}

/** What a reply, or a row of it, shows of a figure, to be held against that. */
export function figureShown({ name, instant }: Figure, reply: JsonRecord): unknown {
  const shown = valueIn(reply, name);
  if (instant === undefined || typeof shown !== 'string') return shown;
  const at = Date.parse(shown);
  return Number.isNaN(at) ? undefined : at;
}
