import { CORE_SCHEMA, type LoadOptions, load, type State, Type, YAMLException } from 'js-yaml';
import { exactInteger, MAX_DEPTH, MAX_DIGITS } from '../json/json';
import { ContractError } from '../model/problem';
import { MAX_VALUES, TooMuch, tooDeep, tooManyValues } from './limits';

/** An integer keeps all its digits: beyond 2^53 it becomes a `bigint` (js-yaml alone would round it). */
const exactIntegers = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text: unknown) => typeof text === 'string' && /^[-+]?([0-9]+|0x[0-9a-fA-F]+|0o[0-7]+)$/.test(text),
  construct: (text: string) => {
    const negative = text.startsWith('-');
    const magnitude = text.replace(/^[-+]/, '');
    if (magnitude.length > MAX_DIGITS)
      throw new TooMuch(`has an integer of more than ${MAX_DIGITS} digits`, 'Shorten it, or write it as a text.');
    return exactInteger(negative ? -BigInt(magnitude) : BigInt(magnitude));
  },
});

const EXACT_SCHEMA = CORE_SCHEMA.extend({ implicit: [exactIntegers] });

/** How many values may still be read. */
interface ValueBudget {
  left: number;
}

/**
 * Reads a document written in YAML 1.2 (core schema) or in JSON, which is a part of it.
 *
 * @param values what is read is taken off; several texts may share it
 * @throws ContractError that names line and column, also for what goes beyond the bounds of a document
 */
export function parseYaml(source: string, text: string, values: ValueBudget = { left: MAX_VALUES }): unknown {
  let state: State | undefined;
  // js-yaml bounds the depth since 4.2; its types are older.
  const options: LoadOptions & { maxDepth: number } = {
    schema: EXACT_SCHEMA,
    filename: source,
    maxDepth: MAX_DEPTH,
    listener(event) {
      state = this;
      if (event === 'open') consume(values, 1);
    },
  };
  try {
    const value = load(text, options);
    state = undefined;
    // Without an alias all has been counted.
    if (ALIAS.test(text)) consume(values, expandedSize(value, values.left));
    return value;
  } catch (error) {
    if (error instanceof TooMuch) throw tooMuchIn(source, error, placeIn(state));
    if (!(error instanceof YAMLException)) throw error;
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    const place = `at line ${line + 1}, column ${column + 1}.`;
    if (error.reason.startsWith('nesting exceeded'))
      throw new ContractError(source, '', `is nested more than ${MAX_DEPTH} levels deep ${place}`, 'Make it flatter.');
    throw new ContractError(source, '', `is not YAML or JSON: ${error.reason} ${place}`, 'Correct the text there.');
  }
}

const tooMuchIn = (source: string, error: TooMuch, place: string): ContractError =>
  Object.assign(new ContractError(source, '', `${error.message}${place}.`, error.remedy), { cause: error });

const ALIAS = /\*[^\s*]/;

function consume(values: ValueBudget, count: number): void {
  values.left -= count;
  if (values.left < 0) throw tooManyValues();
}

const placeIn = (state: State | undefined): string =>
  state === undefined ? '' : ` at line ${state.line + 1}, column ${state.position - state.lineStart + 1}`;

/** What a value comes to where each alias stands for a copy of its own. */
interface Expanded {
  readonly size: number;
  readonly depth: number;
}

/**
 * How many values a value of YAML has once its aliases are written out. Each object is looked at once.
 *
 * @throws TooMuch where they are more than `most` or nested too deep, and for a value that contains itself
 */
function expandedSize(value: unknown, most: number): number {
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
