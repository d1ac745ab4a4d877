import type { Operation, Parameter } from '../model/operation';
import type { Position } from '../model/paging';
import type { Schema } from '../model/schema';
import { keywordOf, propertiesOf, typesOf } from '../schema/properties';
import { ID_POSITIONS, POSITIONS, RANGE_ENDS, SIZES, TEXT_SIZES } from './page-words';
import { plain } from './spelling';

/** The query parameters of a list that are no filters: they have no property's name. */
export function othersThanFilters(schema: Schema, list: Operation | undefined): readonly Parameter[] {
  const properties = propertiesOf(schema);
  return (list?.parameters ?? []).filter(({ in: place, name }) => place === 'query' && !properties.has(name));
}

/** The parameters that say where a page begins: numbers before tokens, since a page of any number can be asked for. */
export function findPositions(schema: Schema, list: Operation | undefined): readonly Position[] {
  const others = othersThanFilters(schema, list);
  const found = others.flatMap((parameter) => {
    const position = beginsRange(parameter, others) ? undefined : positionOf(parameter);
    return position === undefined ? [] : [position];
  });
  return found.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

const ORDER: readonly Position['kind'][] = ['page', 'offset', 'after', 'before'];

/** Whether another parameter says where the range ends that this one begins: then both are filters. */
function beginsRange({ name }: Parameter, others: readonly Parameter[]): boolean {
  const ends = RANGE_ENDS.get(plain(name)) ?? [];
  return others.some((other) => ends.includes(plain(other.name)));
}

function positionOf(parameter: Parameter): Position | undefined {
  const letters = plain(parameter.name);
  const kind = POSITIONS.get(letters);
  const types = typesOf(parameter.schema);
  const isNumber = types.includes('integer') || types.includes('number');
  const isText = types.includes('string');
  // Instants and other texts of a form are no tokens of a service.
  const isToken = isText && !['date', 'date-time'].includes(String(keywordOf(parameter.schema, 'format')));
  if (kind === undefined || (!isNumber && !isText)) return undefined;
  if (kind === 'after' || kind === 'before') {
    if (!isNumber && !isToken) return undefined;
    return { kind, parameter, base: 0, isId: isNumber || ID_POSITIONS.has(letters) };
  }
  // A text called `page` is a token; one called `from` may be anything.
  if (!isNumber && isToken && kind === 'page' && !hasDigits(parameter)) {
    return letters === 'page' ? { kind: 'after', parameter, base: 0, isId: false } : undefined;
  }
  if (!isNumber && !hasDigits(parameter)) return undefined;
  return { kind, parameter, base: baseOf(parameter, kind), isId: false };
}

/** Whether a text is a number, as its default or its example says. */
const hasDigits = (parameter: Parameter): boolean => /^\d+$/.test(String(givenBy(parameter) ?? ''));

function givenBy({ schema, examples }: Parameter): unknown {
  return keywordOf(schema, 'default') ?? examples[0]?.value ?? keywordOf(schema, 'example');
}

/** The number of the first page, or the first record: what stands there as default or example, or as the least number. */
function baseOf(parameter: Parameter, kind: 'page' | 'offset'): number {
  const given = keywordOf(parameter.schema, 'default') ?? keywordOf(parameter.schema, 'minimum');
  if (Number(given ?? Number.NaN) === 0) return 0;
  if (Number(given ?? Number.NaN) === 1) return 1;
  if (kind === 'offset') return 0;
  return givenBy(parameter) !== undefined && Number(givenBy(parameter)) === 0 ? 0 : 1;
}

/** The parameter that says how many records a page has: a number, or a text that is one. */
export function findSize(schema: Schema, list: Operation | undefined): Parameter | undefined {
  const others = othersThanFilters(schema, list);
  const ranked = others
    .filter((parameter) => !beginsRange(parameter, others) && saysNumber(parameter))
    .map((parameter) => ({ parameter, rank: SIZES.indexOf(plain(parameter.name)) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank);
  return ranked[0]?.parameter;
}

function saysNumber(parameter: Parameter): boolean {
  const types = typesOf(parameter.schema);
  if (types.includes('integer') || types.includes('number')) return true;
  if (!types.includes('string') || keywordOf(parameter.schema, 'enum') !== undefined) return false;
  return hasDigits(parameter) || TEXT_SIZES.has(plain(parameter.name));
}
