import {
  alternativesOf,
  exactInteger,
  isObject,
  type Schema,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';

/** How many variants of a value are tried. */
const MAX_TRIES = 1000;

/**
 * This many items without duplicates: those that are there already, then the choices of the schema, then variants of the
 * first. Fewer where no more are found.
 */
export function distinct(items: Schema, made: readonly unknown[], length: number): readonly unknown[] {
  const fits = validatorOf(items, 'response');
  const found = new Map(made.map((item) => [stringifyJson(item), item]));
  for (const item of others(items, made[0])) {
    if (found.size >= length) break;
    if (fits(item) === undefined) found.set(stringifyJson(item), item);
  }
  return [...found.values()];
}

function* others(items: Schema, first: unknown): Iterable<unknown> {
  const flat = alternativesOf(items);
  yield* flat.flatMap((schema) => schema.enum ?? []);
  const step = flat.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? 1;
  for (let nth = 1; nth <= MAX_TRIES; nth += 1) yield* variants(first, nth, step);
}

/** Values like this one, different ones for each number. */
function* variants(value: unknown, nth: number, step: number | bigint): Iterable<unknown> {
  if (typeof value === 'boolean') yield !value;
  else if (typeof value === 'string') {
    yield `${value}${nth}`;
    yield `${value.slice(0, -String(nth).length)}${nth}`;
    yield `${nth}${value}`;
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    yield* [plus(value, step, nth), plus(value, step, -nth)];
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      for (const other of variants(part, nth, 1)) yield { ...value, [name]: other };
    }
  }
}

function plus(value: number | bigint, step: number | bigint, times: number): number | bigint {
  const isWhole = [value, step].every((number) => typeof number === 'bigint' || Number.isInteger(number));
  return isWhole ? exactInteger(BigInt(value) + BigInt(step) * BigInt(times)) : Number(value) + Number(step) * times;
}
