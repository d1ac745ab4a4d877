import { pointerTo } from '../json/pointer';
import type { Draft, Place } from './draft';

const OF_EXAMPLE = ['value', 'externalValue', '$ref', 'summary', 'description', 'dataValue', 'serializedValue'];

/** An example has its value in `value`. */
export function bareExample(example: Draft, { pointer, report }: Place): void {
  const names = Object.keys(example);
  if (names.length === 0 || names.some((name) => OF_EXAMPLE.includes(name) || name.startsWith('x-'))) return;
  const value = { ...example };
  for (const name of names) Reflect.deleteProperty(example, name);
  example.value = value;
  report({
    pointer: pointerTo(pointer, 'value'),
    problem: '"value" is missing.',
    remedy: 'The whole is read as the value.',
    correction: 'Put the example into value.',
  });
}
