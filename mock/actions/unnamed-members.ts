import { alternativesOf, isObject, pointerTo, propertiesOf, type Resource, type Schema } from '../../openapi/contract';
import { invalidBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import type { Task } from './model';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses a body with a member that its schema allows and does not name. A schema that says of others what they are, or that
 * there may be some, leaves nothing open.
 *
 * @throws Problem that names the member
 */
export function refuseUnnamed({ input: { body, bodyType }, operation }: Task): void {
  const schema = bodyType?.schema;
  if (schema === undefined || !isObject(body) || saysOfOthers(schema)) return;
  const names = propertiesOf(schema);
  const unnamed = Object.keys(body).find((name) => !names.has(name));
  if (unnamed === undefined || names.size === 0) return;
  throw invalidBody(refusalFor(operation, 'invalidBody'), {
    pointer: pointerTo('', unnamed),
    keyword: 'additionalProperties',
    expected: [...names.keys()].join(', '),
    found: 'an unknown name',
  });
}

const saysOfOthers = (schema: Schema): boolean =>
  alternativesOf(schema).some((flat) => OF_OTHERS.some((keyword) => flat[keyword] !== undefined));

const OF_OTHERS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];

/** What a body sets, without what its schema does not name though the record's does: that is the service's to set. */
export function withoutService(fields: Fields, { schema: ofRecord }: Resource, request: Schema): Fields {
  const [sent, kept] = [propertiesOf(request), propertiesOf(ofRecord)];
  if (sent.size === 0) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => sent.has(name) || !kept.has(name)));
}
