import {
  isObject,
  JsonError,
  jsonMediaType,
  own,
  parseJson,
  propertiesOf,
  type Resource,
  replyFor,
  validatorOf,
} from '../../openapi/contract';
import { brief } from '../model/brief';
import { clauseOf } from '../model/clause';
import { type Exchange, isSuccess } from '../model/exchange';
import { type JsonRecord, recordOf } from '../model/records';
import type { Relation } from '../model/relation';
import { sameJson } from '../model/same-json';
import { bodyOf } from '../model/subject';

/** The record in the reply to a create or a change has the values that were sent, exactly. */
export const echoed: Relation = {
  id: 'created.echoed',
  title: 'What was created comes back unchanged',
  level: 'MUST',
  reportedFor: 'exchanged',
  applies: ({ purpose }) => purpose !== undefined && ['create', 'replace', 'patch'].includes(purpose.role),
  clause: (subject) => clauseOf(subject, 201, 'The created record carries every field of the request.'),
  judge: ({ exchange, purpose: { resource, role }, query }) => {
    // A query that the contract does not explain may ask for another reply.
    const record = query.isLawful && isSuccess(exchange) ? recordOf(exchange) : undefined;
    const sent = record === undefined ? undefined : validBodyOf(exchange);
    if (record === undefined || sent === undefined) return undefined;
    const name = echoedNames(exchange, resource).find((one) => {
      const value = own(sent, one);
      // In a merge patch (RFC 7396) null removes a property.
      if (value === undefined || (value === null && role === 'patch')) return false;
      return !sameJson(value, own(record, one));
    });
    if (name === undefined) return [];
    const expected = `${name}: ${brief(own(sent, name))}`;
    return [{ expected, actual: `${name}: ${brief(own(record, name))}`, key: `echo of ${name}` }];
  },
};

/** The object that was sent; undefined where it breaks its schema, since then nothing says what comes back. */
function validBodyOf({ request: { operation, body = '' } }: Exchange): JsonRecord | undefined {
  const media = bodyOf(operation);
  const value = jsonIn(body);
  return media !== undefined && isObject(value) && validatorOf(media.schema, 'request')(value) === undefined
    ? value
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** The properties that a request may set and the documented reply shows again. */
function echoedNames({ request: { operation }, response }: Exchange, resource: Resource): readonly string[] {
  const reply = response === undefined ? undefined : replyFor(operation, response.status);
  const shown = propertiesOf(jsonMediaType(reply?.content ?? [])?.schema ?? resource.schema);
  return [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()]
    .filter(
      ({ name, readOnly, writeOnly }) => shown.has(name) && !readOnly && !writeOnly && name !== resource.idProperty,
    )
    .map(({ name }) => name);
}
