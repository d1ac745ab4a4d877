import { keywordOf, own, propertiesOf, type Resource, typesOf } from '../../openapi/contract';
import type { Subject } from '../exchange/subject';
import { conditionOn, type OtherCondition } from '../records/action-words';
import type { JsonRecord } from '../records/records';
import { withNoun } from '../records/related-words';
import { statesOf } from '../records/states';
import { type Reference, referencesIn } from '../requests/references';
import { recordBodyOf } from '../requests/valid';

/** A record that a body names, and the states in which words say that it has to be. */
export interface Needed {
  readonly reference: Reference;
  readonly property: string;
  readonly condition: OtherCondition;
}

export function neededBy(subject: Subject): readonly Needed[] {
  return referencesIn(subject).flatMap((reference) => {
    const { resource, described } = reference;
    if (resource.operations.create === undefined) return [];
    return tellingOf(resource).flatMap(({ property, values }) => {
      const condition = conditionOn(subject.operation, described, values, (text) => withNoun(text, resource));
      return condition === undefined ? [] : [{ reference, property, condition }];
    });
  });
}

interface Telling {
  readonly property: string;
  /** Its choices; of a flag its own name, for records of which it is true. */
  readonly values: readonly string[];
}

/** The members of a record of which words may speak as of its state: that which its actions set, a choice or flags that clients set. */
export function tellingOf(resource: Resource): readonly Telling[] {
  const states = statesOf(resource);
  if (states !== undefined) return [states];
  const { create } = resource.operations;
  const body = create && recordBodyOf({ operation: create, purpose: { resource, role: 'create' } });
  const shown = propertiesOf(resource.schema);
  return [...propertiesOf(body?.schema ?? {}).values()].flatMap(({ name, readOnly, schema }) => {
    if (readOnly || !shown.has(name)) return [];
    const choices = (keywordOf(schema, 'enum') ?? []).filter((value) => typeof value === 'string');
    if (choices.length > 1) return NAMES.test(name) ? [{ property: name, values: choices }] : [];
    return typesOf(schema).join() === 'boolean'
      ? [{ property: name, values: [name.replace(/^is_?(?=[A-Z_])/i, '')] }]
      : [];
  });
}

const NAMES = /stat(?:e|us)$|^(?:stage|phase)$/i;

/** The state of a record: of a flag that is not set a name that no state has. */
export function stateOfNamed({ property }: Pick<Needed, 'property'>, record: JsonRecord): string | undefined {
  const value = own(record, property);
  if (typeof value === 'boolean') return value ? property.replace(/^is_?(?=[A-Z_])/i, '') : `not ${property}`;
  return typeof value === 'string' ? value : undefined;
}
