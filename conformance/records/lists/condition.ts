import {
  isMentioned,
  isObject,
  own,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  type Schema,
} from '../../../openapi/contract';
import { valueIn } from '../inner';
import type { JsonRecord } from '../records';

/** What a query parameter asks of a property beside being equal to the one of its name, as name, schema and words say together. */
export interface Condition {
  readonly parameter: Parameter;
  /** The member of the parameter's object that asks for it: `gte` of `created[gte]`. */
  readonly within?: string;
  /** Its name; of one within another the names of both, with a dot between. */
  readonly property: string;
  /** Further properties in one of which it may be so as well. */
  readonly beside?: readonly string[];
  readonly kind:
    | 'least'
    | 'greatest'
    | 'part'
    | 'word'
    | 'start'
    | 'flag'
    | 'included'
    | 'any'
    | 'all'
    | 'has'
    | 'equal';
  /** Whether the bound is within its range; of a text whether any case will do. Undefined where nothing says it. */
  readonly isInclusive: boolean | undefined;
  /** The value of the property of which the condition's flag is on; undefined where any value turns it on, such as a time. */
  readonly on?: unknown;
  /** The value by which those of which the flag is on are shown beside others; undefined where that is true. */
  readonly including?: unknown;
  /** What counts where the parameter is not sent; undefined where it then asks for nothing. */
  readonly unasked?: unknown;
  /** Whether a record of this value of a property is left; undefined where the contract does not say it. */
  readonly keeps: (value: unknown, wanted: unknown) => boolean | undefined;
}

/** What a query asks of a condition by what its parameter has; undefined where it asks nothing. */
export const wantedIn = ({ within }: Condition, asked: unknown): unknown =>
  within === undefined ? asked : isObject(asked) ? own(asked, within) : undefined;

/** The query that asks for a condition by a value. */
export const queryBy = ({ parameter, within }: Condition, value: unknown): JsonRecord => ({
  [parameter.name]: within === undefined ? value : { [within]: value },
});

/** What a value of a condition has to fit. */
export const schemaBy = ({ parameter: { schema }, within }: Condition): Schema =>
  within === undefined ? schema : (propertiesOf(schema).get(within)?.schema ?? {});

/** Properties that a condition may be about. */
export interface Properties {
  /** Those of the record. */
  readonly single: readonly Property[];
  /** Those of objects within it, by both names. */
  readonly inner: readonly Property[];
  /** Those of the objects that an array of it has, by both names: of each record all values of them. */
  readonly listed: readonly Property[];
}

/** The properties that a condition looks at. */
export const namesOf = ({ property, beside = [] }: Condition): readonly string[] => [property, ...beside];

/** Whether a condition leaves a record; undefined where the contract does not say it. */
export function leaves(condition: Condition, record: JsonRecord, wanted: unknown): boolean | undefined {
  const each = namesOf(condition).map((name) => condition.keeps(valueIn(record, name), wanted));
  return each.includes(true) || (each.every((one) => one === false) ? false : undefined);
}

/** Whether a condition is about a part of a text: a list may then begin with what fits best. */
export const isOfText = ({ kind }: Condition): boolean => kind === 'part' || kind === 'word' || kind === 'start';

/** The properties that words name as they are written; one within another by both names, or by its own where that is spelled so. */
export const mentionedIn = <One extends Property>(properties: readonly One[], text: string): readonly One[] =>
  properties.filter(({ name }) => isMentioned(name, text) && (/[.]/.test(name) || !isWithinName(name, text)));

/** Whether a name stands in words as a part of `outer.name` alone. */
const isWithinName = (name: string, text: string): boolean =>
  text.includes(`.${name}`) && !new RegExp(`(?<![.\\w-])${name}(?![\\w-])`).test(text);

export const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Whether a name is a property's, or that of one of several of it. */
export const isNameOf = (name: string, property: string): boolean =>
  [plain(property), `${plain(property)}s`, `${plain(property)}es`].includes(plain(name));
