import { isObject, pointerTo, pointerTokens } from '../../openapi/contract';
import type { Exchange } from './exchange';

/**
 * Where the members and items begin in a JSON text that lead to a place in its value, from the outermost on; as many as are
 * there.
 *
 * @param text its end may be missing
 */
export function startsOf(text: string, pointer: string): readonly number[] {
  /** A name or a text, a mark, or anything else. */
  const tokens = /\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;
  const starts: number[] = [];
  let end = 0;
  const next = (): string => {
    tokens.lastIndex = end;
    const token = tokens.exec(text)?.[0].trimStart() ?? '';
    end += token === '' ? 0 : tokens.lastIndex - end;
    return token;
  };
  const skipValue = (): void => {
    let depth = 0;
    do {
      const token = next();
      if (token === '') return;
      if (token === '{' || token === '[') depth += 1;
      if (token === '}' || token === ']') depth -= 1;
    } while (depth > 0);
  };
  for (const step of pointerTokens(pointer)) {
    const opening = next();
    if (opening !== '{' && opening !== '[') return starts;
    for (let index = 0; ; index += 1) {
      const before = end;
      const token = next();
      if (token === '' || token === '}' || token === ']') return starts;
      const start = end - token.length;
      if (opening === '[') end = before;
      else next();
      if (step === (opening === '[' ? String(index) : nameIn(token))) {
        starts.push(start);
        break;
      }
      skipValue();
      if (next() !== ',') return starts;
    }
  }
  return starts;
}

function nameIn(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}

/** A wrapper has lists in its members at the most: `{"data": {"items": [...]}}`. */
const MOST_STEPS = 3;

/** Where a member of a record stands in the body that shows it, as a JSON pointer. */
export function placeOf({ response }: Exchange, record: object, member: string): string {
  const { json } = response?.body ?? {};
  const to = json !== undefined && 'value' in json ? pointerIn(json.value, record, MOST_STEPS) : undefined;
  return pointerTo(to ?? '', member);
}

function pointerIn(value: unknown, part: object, steps: number): string | undefined {
  if (value === part) return '';
  if (steps === 0 || !(isObject(value) || Array.isArray(value))) return undefined;
  for (const [step, inner] of Object.entries(value)) {
    const rest = pointerIn(inner, part, steps - 1);
    if (rest !== undefined) return `${pointerTo('', step)}${rest}`;
  }
  return undefined;
}
