import { pointerTo } from '../json/pointer';
import { isObject } from '../json/value';
import { CORRECT, type Draft, LEFT_OUT, type Place } from './draft';

const STATUS = /^([1-5]\d\d|[1-5]XX|default|x-.*)$/;

/** A reply is for a status, a range of them, or `default`. */
export function invalidStatus(operation: Draft, { pointer, report }: Place): void {
  const { responses } = operation;
  if (!isObject(responses)) return;
  const entries = Object.entries(responses);
  if (entries.every(([status]) => STATUS.test(status))) return;
  operation.responses = Object.fromEntries(
    entries.flatMap(([status, reply]) => {
      if (STATUS.test(status)) return [[status, reply]];
      const meant = status.trim().toUpperCase().replace('DEFAULT', 'default');
      const isMeant = STATUS.test(meant) && !Object.hasOwn(responses, meant);
      report({
        pointer: pointerTo(pointer, 'responses', status),
        problem: `${JSON.stringify(status)} is no status, such as "200", "4XX" or "default".`,
        remedy: isMeant ? `It is read as ${meant}.` : LEFT_OUT,
        correction: CORRECT,
      });
      return isMeant ? [[meant, reply]] : [];
    }),
  );
}

/** Swagger 2.0 had one schema for a reply, whatever its media type. */
export function schemaOfReply(reply: Draft, { pointer, report }: Place): void {
  if (reply.schema === undefined || reply.content !== undefined) return;
  reply.content = { 'application/json': { schema: reply.schema } };
  Reflect.deleteProperty(reply, 'schema');
  report({
    pointer: pointerTo(pointer, 'schema'),
    problem: 'a reply has no schema, as in Swagger 2.0, but content.',
    remedy: 'It is read as the schema of application/json.',
    correction: CORRECT,
  });
}
