import {
  alternativesOf,
  asksForValue,
  bareFilterName,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  sentencesAround,
  sentencesIn,
  typesOf,
} from '../../../openapi/contract';
import { innerOf, ownName } from '../inner';
import { withNoun } from '../marked';
import { type Condition, mentionedIn, only, type Properties } from './condition';
import { amongBy, anyBy, flagBy, includedBy, isFlag, turnedBy } from './condition-choices';
import { boundSaidAround, boundsBy, dayBy, rangeBy } from './condition-ranges';
import { textBy } from './condition-texts';
import { SAYS_EXCLUSIVE, SAYS_INCLUSIVE, SAYS_LACKING_OUT, SAYS_ONLY } from './list-words';

/** The conditions that a list's parameters stand for; one of them may stand for two. */
export const conditionsOf = memoized((resource: Resource): readonly Condition[] => {
  const properties = shownIn(resource);
  const { single } = properties;
  const filters = new Set(resource.filters.map(({ parameter }) => parameter));
  const { list } = resource.operations;
  const sentences = list === undefined ? [] : [...sentencesIn(list.description), ...sentencesAround(list)];
  return (list?.parameters ?? []).flatMap((parameter) => {
    if (parameter.in !== 'query' || parameter === resource.pageSize) return [];
    // `filter[created_after]` says no more than `created_after`.
    const bare = { ...parameter, name: bareFilterName(parameter.name) };
    const { description } = bare;
    const isBare = !SAYS_INCLUSIVE.test(description) && !SAYS_EXCLUSIVE.test(description);
    const around = isBare ? boundSaidAround(bare, sentences, properties) : '';
    const asked = around === '' ? bare : { ...bare, description: `${description} ${around}`.trim() };
    const told = withOwnWords(asked, list);
    const found = filters.has(parameter)
      ? anyBy(asked, single)
      : (boundsBy(asked, properties) ??
        rangeBy(asked, properties) ??
        dayBy(asked, single) ??
        textBy({ ...told, description: ownNoun(told.description, resource) }, properties) ??
        flagBy(asked, single) ??
        includedBy(asked, single) ??
        turnedBy(asked, single) ??
        anyBy(asked, single) ??
        amongBy(told, single) ??
        amongBy(told, properties.listed) ??
        kindBy(asked, single) ??
        equalBy(asked, properties));
    return [found ?? []].flat().map((one) => ({ ...one, parameter }));
  });
});

/** A parameter with what the words of its list say of it: by its name in code, or by all that stands beside it, as of `the search text`. */
function withOwnWords(parameter: Parameter, list: Operation | undefined): Parameter {
  const called = parameter.description.replace(/\W+$/, '').toLowerCase();
  const isCalled = /^\p{L}+ \p{L}+$/u.test(called);
  const said = sentencesIn(list?.description ?? '').filter(
    (text) => text.includes(`\`${parameter.name}\``) || (isCalled && text.toLowerCase().includes(`the ${called}`)),
  );
  return said.length === 0 ? parameter : { ...parameter, description: [parameter.description, ...said].join(' ') };
}

/** A text with the noun of the records before a property of theirs in a mark: `in the ‹› number`. */
function ownNoun(text: string, resource: Resource): string {
  const marked = withNoun(text, resource);
  return [...propertiesOf(resource.schema).keys()].some((name) => withNoun(name, resource).includes('‹›'))
    ? text
    : marked.replaceAll(/‹›(?! [\p{L}`'"])/gu, 'records');
}

function shownIn({ schema }: Resource): Properties {
  const single = [...propertiesOf(schema).values()].filter(({ writeOnly }) => !writeOnly);
  return { single, inner: single.flatMap(innerOf), listed: single.flatMap(listedIn) };
}

const listedIn = (outer: Property): readonly Property[] =>
  [...propertiesOf(itemsOf(outer.schema) ?? {}).values()].map((property) => ({
    ...property,
    name: `${outer.name}.${property.name}`,
    schema: { type: 'array', items: property.schema },
  }));

/** A value of the only property that the words name, where the parameter has another name than it. */
function equalBy(parameter: Parameter, { single, inner }: Properties): Condition | undefined {
  const { schema } = parameter;
  // Whether case matters is looked at below, and what lacks it is none of it.
  const sentences = sentencesIn(parameter.description).filter((text) => !SAYS_LACKING_OUT.test(text));
  const description = sentences.join(' ').replaceAll(ANY_CASE, '');
  const called = plain(parameter.name);
  const property =
    inner.find((one) => plain(one.name) === called) ??
    only(mentionedIn([...single, ...inner], description)) ??
    single.find((one) => plain(one.name) === called) ??
    // `country` of `{address: {country}}`.
    only(inner.filter(({ name }) => plain(ownName(name)) === called));
  const isTold = keywordOf(schema, 'enum') !== undefined || keywordOf(schema, 'format') === 'uuid';
  if (property === undefined || (isTold && !SAYS_ONLY.test(description))) return undefined;
  // `paid=true`, "those whose due is 0", is the value of none.
  if (isFlag(schema) !== isFlag(property.schema)) return undefined;
  if (![schema, property.schema].every(isSingle) || !asksForValue({ ...parameter, description }, property))
    return undefined;
  return {
    parameter,
    property: property.name,
    kind: 'equal',
    isInclusive: undefined,
    unasked: schema.default,
    keeps: (value, wanted) => {
      if (typeof value === 'object' || value === undefined) return undefined;
      // Whether case matters is not said.
      const isAlike = value !== wanted && String(value).toLowerCase() === String(wanted).toLowerCase();
      return isAlike ? undefined : value === wanted;
    },
  };
}

/** `(case is ignored)`, `, whatever its case`, `regardless of case`. */
const ANY_CASE =
  /[,;]? ?\(?\b(?:case (?:is|being) ignored|ignoring (?:the |upper and lower )?case|(?:whatever|regardless of|irrespective of|in any) (?:its |the )?case|case[- ]insensitive(?:ly)?|without regard to case)\b\)?/gi;

/** One of several forms of an object, by the member that tells them apart: `method=card` of `{method: {type: 'card'}}`. */
function kindBy({ name, schema, ...parameter }: Parameter, single: readonly Property[]): Condition | undefined {
  const choices = keywordOf(schema, 'enum') ?? [];
  const outer = single.find((one) => plain(one.name) === plain(name).replace(/(?:type|kind)$/, ''));
  const told = outer && choices.length > 1 ? tellingMembers(outer.schema) : [];
  const member = only(told.filter(({ values }) => choices.every((choice) => values.includes(choice))));
  if (outer === undefined || member === undefined) return undefined;
  return {
    parameter: { name, schema, ...parameter },
    property: `${outer.name}.${member.name}`,
    kind: 'equal',
    isInclusive: undefined,
    unasked: schema.default,
    keeps: (value, wanted) => (typeof value === 'string' ? value === wanted : undefined),
  };
}

/** The members that each form of an object has, each with a value of its own. */
function tellingMembers(schema: Schema): readonly { readonly name: string; readonly values: readonly unknown[] }[] {
  const forms = alternativesOf(schema).filter((form) => form.type !== 'null');
  const [first] = forms;
  if (first === undefined || forms.length < 2) return [];
  return Object.keys(first.properties ?? {}).flatMap((name) => {
    const values = forms.map((form) => keywordOf(propertiesOf(form).get(name)?.schema ?? {}, 'const'));
    return values.includes(undefined) || new Set(values).size < values.length ? [] : [{ name, values }];
  });
}

const isSingle = (schema: Parameter['schema']): boolean =>
  !typesOf(schema).some((type) => type === 'array' || type === 'object');
