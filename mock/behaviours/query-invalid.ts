import { documents, exactInteger, fits, keywordOf, type Schema, valueOfText } from '../../openapi/contract';
import { refusalFor } from '../errors/refusal';
import { behaviour, type Hook, type RefusedParameter } from './model';

export const queryInvalid = behaviour('query.invalid', {
  ignored: { parameter: readOtherwise(() => undefined) },
  clamped: {
    parameter: readOtherwise(({ texts: [text = '', ...others], parameter, isStructured }) => {
      if (others.length > 0 || isStructured) return undefined;
      return clamped(parameter.schema, valueOfText(parameter.schema, text));
    }),
  },
});

/**
 * Reads a parameter of a query that breaks its schema otherwise, where the operation documents no refusal for it: as the
 * nearest value that is allowed, or as if it had not been sent.
 */
function readOtherwise(nearestOf: (refused: RefusedParameter) => unknown): Hook<'parameter'> {
  return (before, refused) => {
    const { operation, parameter, defaultValue } = refused;
    // A reply by `default` alone says nothing of this.
    const isOpen = parameter.in === 'query' && !documents(operation, refusalFor(operation, 'invalidParameter'));
    if (!isOpen) return before;
    const nearest = nearestOf(refused);
    return nearest === undefined && parameter.required ? before : { read: nearest ?? defaultValue };
  };
}

type Numeric = number | bigint;

/** The nearest number that a schema allows to one outside its bounds; undefined for what is wrong in another way. */
export function clamped(schema: Schema, value: unknown): Numeric | undefined {
  if (!isNumeric(value)) return undefined;
  const [least, most] = [lowest(schema), highest(schema)];
  const bound = least !== undefined && value < least ? least : most !== undefined && value > most ? most : undefined;
  if (bound === undefined) return undefined;
  const step = keywordOf(schema, 'multipleOf');
  const candidates = isNumeric(step) && step > 0 ? multiplesAt(bound, step) : [bound];
  const allowed = candidates.filter((candidate) => fits(schema, 'request', candidate));
  return bound === least ? allowed[0] : allowed.at(-1);
}

/** The lowest number that the bounds allow: above an exclusive one the next whole number. */
function lowest(schema: Schema): Numeric | undefined {
  const [minimum, exclusive] = [keywordOf(schema, 'minimum'), keywordOf(schema, 'exclusiveMinimum')];
  const bounds = [
    ...(isNumeric(minimum) ? [exclusive === true ? beside(minimum, 1) : minimum] : []),
    ...(isNumeric(exclusive) ? [beside(exclusive, 1)] : []),
  ];
  return bounds.reduce<Numeric | undefined>((best, one) => (best === undefined || one > best ? one : best), undefined);
}

function highest(schema: Schema): Numeric | undefined {
  const [maximum, exclusive] = [keywordOf(schema, 'maximum'), keywordOf(schema, 'exclusiveMaximum')];
  const bounds = [
    ...(isNumeric(maximum) ? [exclusive === true ? beside(maximum, -1) : maximum] : []),
    ...(isNumeric(exclusive) ? [beside(exclusive, -1)] : []),
  ];
  return bounds.reduce<Numeric | undefined>((best, one) => (best === undefined || one < best ? one : best), undefined);
}

/** The next whole number above or below. */
function beside(bound: Numeric, way: 1 | -1): Numeric {
  if (typeof bound === 'number' && !Number.isInteger(bound)) return way === 1 ? Math.ceil(bound) : Math.floor(bound);
  return exactInteger(BigInt(bound) + BigInt(way));
}

/** Multiples of a step around a number, in ascending order. */
function multiplesAt(number: Numeric, step: Numeric): readonly Numeric[] {
  const isWhole = [number, step].every((one) => typeof one === 'bigint' || Number.isSafeInteger(one));
  if (isWhole) {
    const [exact, by] = [BigInt(number), BigInt(step)];
    const near = exact - (exact % by);
    return [near - by, near, near + by].map(exactInteger);
  }
  const near = Math.floor(Number(number) / Number(step));
  return [near - 1, near, near + 1].map((count) => count * Number(step));
}

const isNumeric = (value: unknown): value is Numeric => typeof value === 'number' || typeof value === 'bigint';
