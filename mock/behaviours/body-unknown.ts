import { alternativesOf, isObject, type Operation, pointerTo, propertiesOf, type Schema } from '../../openapi/contract';
import { invalidBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { behaviour } from './model';

export const bodyUnknown = behaviour('body.unknown', {
  stored: {
    // What is drawn may not be known yet: see `MomentSource`.
    source: (source) => ({
      get random() {
        return source.random;
      },
      get now() {
        return source.now;
      },
      makeUp: source.makeUp,
      keepsUnnamed: true,
    }),
  },
  refused: {
    body(body, { schema, operation }) {
      refuseUnnamed(body, schema, operation);
      return body;
    },
  },
});

/**
 * Refuses a body with a member that its schema allows and does not name. A schema that says of others what they are, or that
 * there may be some, leaves nothing open.
 *
 * @throws Problem that names the member
 */
function refuseUnnamed(body: unknown, schema: Schema | undefined, operation: Operation): void {
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
