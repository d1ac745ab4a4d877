import type { Operation, Parameter } from '../model/operation';
import type { Filter, Resource } from '../model/resource';
import type { Schema } from '../model/schema';
import { sentencesAround } from '../operations/around';
import { plain, wordsOf } from '../records/spelling';
import { itemsOf, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { POSITIONS, SIZES } from './page-words';

/**
 * What the query parameters of a list promise of the records that it shows. OpenAPI has no word for a filter, and a parameter that
 * has the name of a property may do anything: search in it, name the least value, choose a version of the API. So equality is
 * promised only where name, schema and words agree, and nothing in the words says otherwise.
 */
export function findFilters(schema: Schema, list: Operation | undefined): Pick<Resource, 'filters' | 'guessedFilters'> {
  const properties = propertiesOf(schema);
  const areFilters = list !== undefined && sentencesAround(list).some((text) => SAYS_OF_FILTERS.test(text));
  const promisesEquality = ({ parameter, property }: Named): boolean =>
    asksForValue(parameter, property) || (areFilters && namesExactly(parameter, property));
  const named = queryOf(list).flatMap((parameter) => {
    const asked = bareFilterName(parameter.name);
    const alike = [...properties.values()].filter(({ name }) => plain(name) === plain(asked));
    // `customer_id` asks for the `customerId` of records.
    const property = properties.get(asked) ?? (alike.length === 1 ? alike[0] : undefined);
    const isFilter = property !== undefined && !saysPage(parameter) && mayAsk(parameter, property.schema);
    return isFilter ? [{ parameter, property }] : [];
  });
  const asFilter = ({ parameter, property: { name } }: Named): Filter => ({ parameter, property: name });
  return {
    filters: named.filter(promisesEquality).map(asFilter),
    guessedFilters: named
      .filter((one) => !promisesEquality(one) && bareFilterName(one.parameter.name) === one.parameter.name)
      .map(asFilter),
  };
}

/** What a filter asks for by its name: `state` of `filter[state]`. */
export const bareFilterName = (name: string): string => /^filters?\[([^[\]]+)\]$/.exec(name)?.[1] ?? name;

export const queryOf = (list: Operation | undefined): readonly Parameter[] =>
  (list?.parameters ?? []).filter((parameter) => parameter.in === 'query');

/** Whether name and words agree that a parameter is about pages, although records have a property of that name. */
export const saysPage = ({ name, description }: Parameter): boolean => isOfPage(name) && SAYS_PAGE.test(description);

const isOfPage = (name: string): boolean => SIZES.includes(plain(name)) || POSITIONS.has(plain(name));

/** "Limit the number of records returned", "how many", "the page to return". */
const SAYS_PAGE =
  /\b(?:number|count|page|amount|offset)\b.{0,40}\b(?:return|show|skip|fetch|display|list|select)|\b(?:how many|per page|page (?:number|size|of))\b/i;

/** A parameter, and the property that has its name. */
interface Named {
  readonly parameter: Parameter;
  readonly property: Property;
}

/** "Filters narrow a list and several of them all have to match". */
const SAYS_OF_FILTERS =
  /^\W*(?:all |several |any )?filters?\b[^.;]*\b(?:narrow|match|hold|combine|appl(?:y|ies)|restrict|limit|cumulat|satisf|fulfil|joined|add up)/i;

/** Whether nothing is said of a parameter, and nothing but the very value can be meant by it: an id, a number, a flag, or a text of the same form. */
const namesExactly = (parameter: Parameter, { schema, writeOnly }: Property): boolean =>
  parameter.description.trim() === '' &&
  !writeOnly &&
  !isOfPage(parameter.name) &&
  (isId(parameter) || isExact(parameter.schema) || isFlag(parameter.schema) || isOfForm(parameter.schema, schema)) &&
  typesOf(parameter.schema).some((type) => SCALARS.has(type) && typesOf(schema).includes(type));

/** Whether a parameter asks for the very value of a property, by its schema and its words. */
export function asksForValue(parameter: Parameter, property: Property): boolean {
  const { schema } = parameter;
  const description = parameter.description.replaceAll(EXACT_MATCH, 'equals').replaceAll(OF_CASE, 'case');
  // Of several values that it may name, a record has one.
  const asked = itemsOf(schema) ?? schema;
  if (property.writeOnly || SAYS_OTHERWISE.some((words) => words.test(description))) return false;
  if (isOfEnumeration(asked, property.schema)) return true;
  // `false` leaves the others where that is said.
  if (
    typesOf(asked).includes('boolean') &&
    /\bonly\b/i.test(description) &&
    !/\bfalse\b|\bnot\b|\bequal/i.test(description)
  )
    return false;
  const types = typesOf(property.schema);
  const areAlike = typesOf(asked).some((type) => SCALARS.has(type) && types.includes(type));
  return areAlike && (SAYS_EQUAL.test(description) || ((isExact(asked) || isId(parameter)) && saysFilter(parameter)));
}

/** Of parts of texts "match" alone would speak. */
const EXACT_MATCH = /\bexact(?:ly)?[ -]match\w*|\bmatch\w* exactly/gi;

/** It is no range that is meant by "lower". */
const OF_CASE = /\b(?:(?:upper|lower)(?: and | or |\/))?(?:upper|lower)[- ]?case\b/gi;

const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Whether a record may have one of the choices of a parameter: `?type=upcoming` asks for no number, and for none of other choices. */
function mayAsk({ schema }: Parameter, property: Schema): boolean {
  const choices = (keywordOf(itemsOf(schema) ?? schema, 'enum') ?? []).map(String);
  const held = itemsOf(property) ?? property;
  const values = (keywordOf(held, 'enum') ?? []).map(String);
  const types = typesOf(held).filter((type) => type !== 'null');
  if (choices.length === 0 || (values.length > 0 && choices.some((choice) => values.includes(choice)))) return true;
  return (
    values.length === 0 &&
    (types.length === 0 ||
      !types.every((type) => type === 'integer' || type === 'number') ||
      choices.some((choice) => /^-?\d/.test(choice)))
  );
}

/** Whether each choice of a parameter is one of those that the property has: `all` beside them is a choice of another kind. */
function isOfEnumeration(asked: Schema, property: Schema): boolean {
  const choices = (keywordOf(asked, 'enum') ?? []).filter((value) => value !== null);
  const values = keywordOf(property, 'enum') ?? [];
  return choices.length > 0 && choices.every((choice) => values.includes(choice));
}

/** Whether no search, no range of instants and no rounding can be meant by a value; a flag of `false` may mean "all". */
const isExact = (schema: Schema): boolean =>
  keywordOf(schema, 'format') === 'uuid' || typesOf(schema).every((type) => type === 'integer');

const isFlag = (schema: Schema): boolean => typesOf(schema).every((type) => type === 'boolean');

const isOfForm = (asked: Schema, property: Schema): boolean => {
  const pattern = keywordOf(asked, 'pattern');
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && pattern === keywordOf(property, 'pattern');
};

/** Of what names another record no part is looked for. */
const isId = ({ name }: Parameter): boolean => /(?:[a-z]I[dD]|_id)$/.test(name);

/** "Those with this status", "whose name is", "equals". */
const SAYS_EQUAL =
  /\b(?:equal|exact|identical)|\b(?:whose|where)\b.{0,80}\bis\b|\b(?:with|having|has|have|of|in) (?:this|the (?:given|specified|same|exact))\b|^\W*the (?:whole|full|complete) \w|\bin full\W*$|^\W*only (?:this|the given) \w+\W*$|^\W*(?:only )?(?:[a-z]+ )?for (?:this|the given) \w+\W*$/i;

/** "Filter by group", "only those of one owner": by the very property, and by none that pages often go by. */
function saysFilter({ name, description }: Parameter): boolean {
  const said = new Set(wordsOf(description));
  const isNamed = wordsOf(name).some((word) => word !== 'id' && said.has(word));
  return isNamed && !isOfPage(name) && SAYS_FILTER.test(description);
}

const SAYS_FILTER =
  /\b(?:filter|restrict|limit|narrow|select)\w* .{0,80}\b(?:by|on|to|for|with)\b|\bonly\b[^.;]{0,60}\b(?:of|with|in|by)\b/i;

/** Parts of texts, ranges, the opposite, and more than the very value. */
const SAYS_OTHERWISE: readonly RegExp[] = [
  /\b(?:contain|search|substring|partial|fuzzy|like\b|prefix|suffix|wildcard|regex|regular expression|glob\b|full.?text|match|pattern|keyword)/i,
  /\b(?:begin|start|end)(?:s|ning|ing)? with\b|case.?insensitiv|\bignor/i,
  /\b(?:minim|maxim|rang|interval|between|since|until|before|after|older|newer|at least|at most|up to)/i,
  /\b(?:greater|less|more|later|earlier|higher|lower) than\b/i,
  /\b(?:and|or) (?:above|below|up\b|higher|lower|more|less|fewer|later|earlier|newer|older|better|worse)|\bbelow\b/i,
  /\bany of\b|\bnumber of\b.{0,40}\breturn|\bper page\b|\bhow many\b|\bdepth|\bdeep\b/i,
  /\b(?:exclud|except|other than|unless|negat)|\bnot (?:with|having|in|of|equal)/i,
  /\b(?:also\b|as well|in addition|descend|child|recurs|nested|inherit|sub-?(?:folder|tree|group|type))/i,
];
