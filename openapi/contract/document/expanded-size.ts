import { MAX_DEPTH } from './limits';
import { TooMuch, tooDeep, tooManyValues } from './too-much';

/** What a value comes to where each alias stands for a copy of its own. */
interface Expanded {
  readonly size: number;
  readonly depth: number;
}

/**
 * How many values a value of YAML has once its aliases are written out, as JSON writes them. Each object is looked at once,
 * however often it is repeated.
 *
 * @param most beyond which the size does not matter
 * @throws TooMuch where it is larger than that or too deep, and for a value that contains itself
 */
export function expandedSize(value: unknown, most: number): number {
  const known = new Map<object, Expanded | 'open'>();

  const measure = (part: unknown, level: number): Expanded => {
    if (typeof part !== 'object' || part === null) return LEAF;
    const before = known.get(part);
    if (before === 'open') throw new TooMuch('has an alias inside the value that it stands for', 'Use $ref there.');
    if (before !== undefined) {
      if (level + before.depth > MAX_DEPTH) throw tooDeep();
      return before;
    }
    if (level >= MAX_DEPTH) throw tooDeep();
    known.set(part, 'open');
    let [size, depth] = [1, 0];
    for (const child of Object.values(part)) {
      const inner = measure(child, level + 1);
      size += inner.size;
      depth = Math.max(depth, inner.depth);
      if (size > most) throw tooManyValues();
    }
    const whole = { size, depth: depth + 1 };
    known.set(part, whole);
    return whole;
  };
  return measure(value, 0).size;
}

const LEAF: Expanded = { size: 1, depth: 0 };
