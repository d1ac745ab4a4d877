import {
  isObject,
  jsonIn,
  own,
  partAt,
  type Resource,
  roleOf,
  type Steps,
  schemaAt,
  validatorOf,
} from '../../openapi/contract';
import { type Exchange, isSuccess } from '../exchange/exchange';
import { hasHalfPair } from '../exchange/query';
import { bodyOf } from '../exchange/subject';
import type { Relation } from '../judges/rule';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { brief, briefPair } from '../verdict/brief';
import { clauseOf } from '../verdict/clause';
import { differing } from '../verdict/verdict';
import { carries, echoedProperties, type Ways } from './carries';
import { shownSchema } from './compare';

/** The record in the reply to a create or a change has the values that were sent, exactly. */
export const echoed: Relation = {
  id: 'created.echoed',
  title: 'What was created comes back unchanged',
  level: 'MUST',
  reportedFor: 'exchanged',
  applies: ({ purpose }) => purpose !== undefined && ['create', 'replace', 'patch'].includes(purpose.role),
  clause: (subject) => clauseOf(subject, 201, 'The created record carries every field of the request.'),
  judge: ({ exchange, purpose: { resource }, query }) => {
    // A query that the contract does not explain may ask for another reply.
    const isOpen = !query.isLawful || hasHalfPair(exchange.request);
    const record = !isOpen && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
    const steps = takenBy(exchange, resource);
    const sent = record === undefined ? undefined : partAt(validBodyOf(exchange), steps);
    if (record === undefined || !isObject(sent)) return undefined;
    const wrong = [...echoedProperties(waysOf(exchange, resource))].find(([one, ways]) => {
      const value = own(sent, one);
      // Whether null is kept, left out, or takes the value of what was left out is the server's choice; in a merge patch
      // (RFC 7396) it removes a property.
      if (value === undefined || value === null || one === resource.idProperty) return false;
      return !carries(ways, value, own(record, one));
    });
    if (wrong === undefined) return [];
    const [name] = wrong;
    const [wanted, came] = briefPair(own(sent, name), own(record, name));
    const expected = `${name}: ${wanted}`;
    const shown = brief(own(record, name));
    const topic = differing(resource, idOf(record, resource), name, shown);
    return [{ expected, actual: `${name}: ${came}`, key: `echo of ${name}`, topic }];
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

/** Where the record stands in the body that an operation takes. */
function takenBy({ request: { operation } }: Exchange, resource: Resource): Steps {
  const role = roleOf(resource, operation);
  return (role === undefined ? undefined : resource.taken[role]) ?? [];
}

const waysOf = (exchange: Exchange, resource: Resource): Ways => ({
  sent: schemaAt(bodyOf(exchange.request.operation)?.schema ?? {}, takenBy(exchange, resource)) ?? {},
  shown: shownSchema(exchange, resource),
  record: resource.schema,
});
